import { type EdgePathOptions, START_TIME_MS } from '#paths/path-options.ts';

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [undefined],
  events: [
    { type: 'access.expired', staysOnPage: false, since: START_TIME_MS },
    { type: 'access.expired', staysOnPage: true, since: START_TIME_MS },
    { type: 'session.opened' },
    { type: 'xstate.done.actor.refresh', output: { isRenewed: true } },
    { type: 'xstate.done.actor.refresh', output: { isRenewed: false } },
    { type: 'xstate.error.actor.refresh' },
    { type: 'xstate.done.actor.logout', output: { isReplaced: false } },
    { type: 'xstate.done.actor.logout', output: { isReplaced: true } },
    { type: 'xstate.error.actor.logout' },
  ],
};
