import type { EdgePathOptions } from '#paths/path-options.ts';

/** Long enough, but on the server's list of common passwords. */
const COMMON_PASSWORD = 'password1';

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [{ uuid: 'u' }, {}],
  events: [
    { type: 'password.changed', password: 'short' },
    { type: 'password.changed', password: 'quiet lantern' },
    { type: 'password.changed', password: COMMON_PASSWORD },
    { type: 'confirmation.changed', confirmation: 'short' },
    { type: 'confirmation.changed', confirmation: 'quiet lantern' },
    { type: 'confirmation.changed', confirmation: COMMON_PASSWORD },
    { type: 'password.submitted' },
    { type: 'xstate.done.actor.changePassword', output: { ok: true, isAtsEnabled: true } },
    { type: 'xstate.done.actor.changePassword', output: { ok: false, reason: 'refused' } },
    { type: 'xstate.done.actor.changePassword', output: { ok: false, reason: 'stale' } },
    { type: 'xstate.error.actor.changePassword' },
  ],
  isPossible: ({ context }, { output }) => {
    if (output === undefined || output.reason === 'stale') return true;
    return (output.reason === 'refused') === (context.sentPassword === COMMON_PASSWORD);
  },
};
