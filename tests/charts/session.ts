import type { EdgePathOptions } from '#tests/support/edge-paths.ts';

/** What can happen to this chart, and where it can start. */
export const options: EdgePathOptions = {
  inputs: [undefined],
  events: [
    { type: 'access.expired', isKept: false, since: 0 },
    { type: 'access.expired', isKept: true, since: 0 },
    { type: 'session.opened' },
    { type: 'xstate.done.actor.refresh', output: { isRenewed: true } },
    { type: 'xstate.done.actor.refresh', output: { isRenewed: false } },
    { type: 'xstate.error.actor.refresh' },
    { type: 'xstate.done.actor.logout' },
    { type: 'xstate.error.actor.logout' },
  ],
};
