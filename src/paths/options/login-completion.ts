import type { EdgePathOptions } from '#paths/path-options.ts';

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [
    { isAtsEnabled: false, isByPasskey: false },
    { isAtsEnabled: false, isByPasskey: true },
  ],
  events: [
    {
      type: 'xstate.done.actor.fetchUser',
      output: { uuid: 'u', status: 'accepted', email: 'asha@acme.example' },
    },
    { type: 'xstate.error.actor.fetchUser' },
    { type: 'xstate.done.actor.registration', output: {} },
    { type: 'xstate.error.actor.registration' },
  ],
};
