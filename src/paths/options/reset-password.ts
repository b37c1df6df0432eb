import type { EdgePathOptions } from '#paths/path-options.ts';

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [{ uuid: 'u' }, {}],
  events: [
    { type: 'password.changed', password: 'short' },
    { type: 'password.changed', password: 'quiet lantern' },
    { type: 'confirmation.changed', confirmation: 'short' },
    { type: 'confirmation.changed', confirmation: 'quiet lantern' },
    { type: 'password.submitted' },
    { type: 'xstate.done.actor.changePassword', output: { ok: true, isAtsEnabled: true } },
    { type: 'xstate.done.actor.changePassword', output: { ok: false, reason: 'refused' } },
    { type: 'xstate.done.actor.changePassword', output: { ok: false, reason: 'stale' } },
    { type: 'xstate.error.actor.changePassword' },
  ],
};
