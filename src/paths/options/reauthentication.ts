import type { EdgePathOptions } from '#paths/path-options.ts';

const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: false };

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [{ email: 'asha@acme.example' }],
  events: [
    { type: 'reauthentication.cancelled' },
    { type: 'xstate.done.actor.otp', output: { code: '012345', verified: { ok: true, signedIn } } },
    { type: 'xstate.done.actor.otp', output: { code: '' } },
    { type: 'xstate.error.actor.otp' },
  ],
};
