import type { EdgePathOptions } from '#tests/support/edge-paths.ts';
import { READ_AT_MS } from '#tests/support/read-at.ts';

/** What can happen to this chart, and where it can start. */
export const options: EdgePathOptions = {
  inputs: [undefined],
  events: [
    { type: 'access.expired', isKept: false, since: READ_AT_MS },
    { type: 'access.expired', isKept: true, since: READ_AT_MS },
    { type: 'session.opened' },
    { type: 'xstate.done.actor.refresh', output: { isRenewed: true } },
    { type: 'xstate.done.actor.refresh', output: { isRenewed: false } },
    { type: 'xstate.error.actor.refresh' },
    { type: 'xstate.done.actor.logout' },
    { type: 'xstate.error.actor.logout' },
  ],
};
