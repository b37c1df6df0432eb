import { type EdgePathOptions, START_TIME_MS } from '#paths/path-options.ts';

const passkey = {
  id: '0d9c3f6a-8b1e-4f57-9c55-2f6a1b7e4d10',
  name: 'Chrome on Linux',
  createdAt: '2026-11-20T09:00:00.000Z',
  isBackedUp: false,
  endsWithReset: false,
};

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [
    { canAdd: true, email: 'asha@acme.example' },
    { canAdd: false, email: 'asha@acme.example' },
  ],
  events: [
    { type: 'list.requested' },
    { type: 'addition.requested' },
    { type: 'renaming.requested', id: passkey.id },
    { type: 'name.changed', name: 'Work laptop' },
    { type: 'name.changed', name: '' },
    { type: 'renaming.submitted' },
    { type: 'removal.requested', id: passkey.id },
    { type: 'removal.confirmed' },
    { type: 'change.cancelled' },
    { type: 'xstate.done.actor.fetchPasskeys', output: [passkey] },
    { type: 'xstate.error.actor.fetchPasskeys' },
    { type: 'xstate.done.actor.registration', output: { passkey } },
    { type: 'xstate.done.actor.registration', output: {} },
    { type: 'xstate.error.actor.registration' },
    { type: 'xstate.done.actor.renamePasskey', output: { ok: true } },
    { type: 'xstate.done.actor.renamePasskey', output: { ok: false, notice: 'forbidden' } },
    { type: 'xstate.done.actor.renamePasskey', output: { ok: false, notice: 'offline' } },
    { type: 'xstate.done.actor.renamePasskey', output: { ok: false, notice: 'gone' } },
    { type: 'xstate.error.actor.renamePasskey' },
    { type: 'xstate.done.actor.removePasskey', output: { ok: true } },
    { type: 'xstate.done.actor.removePasskey', output: { ok: false, notice: 'forbidden' } },
    { type: 'xstate.done.actor.removePasskey', output: { ok: false, notice: 'gone' } },
    { type: 'xstate.done.actor.removePasskey', output: { ok: false, notice: 'offline' } },
    { type: 'xstate.error.actor.removePasskey' },
    { type: 'xstate.done.actor.reauthentication', output: { loggedInAt: START_TIME_MS } },
    { type: 'xstate.done.actor.reauthentication', output: {} },
    { type: 'xstate.error.actor.reauthentication' },
  ],
};
