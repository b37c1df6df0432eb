import { type EdgePathOptions, START_TIME_MS } from '#paths/path-options.ts';

const able = {
  hasPasskeys: true,
  hasPlatformAuthenticator: true,
  suggestedName: 'Chrome on Linux',
};
const passkey = {
  id: 'p',
  name: 'Chrome on Linux',
  createdAt: '2026-11-23T00:00:00.000Z',
  isBackedUp: false,
  endsWithReset: false,
};

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [
    { isRequested: false, email: 'asha@acme.example' },
    { isRequested: true, email: 'asha@acme.example' },
  ],
  events: [
    { type: 'name.changed', name: 'Work laptop' },
    { type: 'name.changed', name: ' ' },
    { type: 'creation.submitted' },
    { type: 'creation.declined' },
    { type: 'xstate.done.actor.findSupport', output: able },
    { type: 'xstate.done.actor.findSupport', output: { ...able, hasPlatformAuthenticator: false } },
    { type: 'xstate.done.actor.findSupport', output: { ...able, answeredAt: START_TIME_MS } },
    { type: 'xstate.done.actor.createPasskey', output: { ok: true, passkey } },
    {
      type: 'xstate.done.actor.createPasskey',
      output: { ok: false, notice: 'creationCancelled' },
    },
    { type: 'xstate.done.actor.createPasskey', output: { ok: false, notice: 'forbidden' } },
    { type: 'xstate.done.actor.reauthentication', output: { loggedInAt: START_TIME_MS } },
    { type: 'xstate.done.actor.reauthentication', output: {} },
    { type: 'xstate.error.actor.reauthentication' },
  ],
  // Nothing is shown before the offer.
  isPossible: (snapshot, { type }) => type !== 'creation.declined' || !snapshot.matches('deciding'),
};
