import { expect, test } from 'vitest';
import { sessionMachine } from '#machines/session.ts';
import { edgePaths } from '#tests/support/edge-paths.ts';
import { createWalk } from '#tests/support/walk-chart.ts';

const options = {
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

test('every edge of the session chart is walked', async () => {
  const { walk, untakenEdges } = createWalk(sessionMachine);
  for (const path of edgePaths(sessionMachine, options)) await walk(path);
  expect(untakenEdges()).toEqual([]);
});
