import { expect, test } from 'vitest';
import { resetPasswordMachine } from '#machines/reset-password.ts';
import { edgePaths } from '#tests/support/edge-paths.ts';
import { createWalk } from '#tests/support/walk-chart.ts';

const options = {
  inputs: [{ uuid: 'u' }, {}],
  typed: [
    { type: 'password.changed', password: 'quiet lantern' },
    { type: 'confirmation.changed', confirmation: 'quiet lantern' },
  ],
  events: [
    { type: 'password.changed', password: 'short' },
    { type: 'password.changed', password: 'quiet lantern' },
    { type: 'confirmation.changed', confirmation: 'short' },
    { type: 'password.submitted' },
    { type: 'xstate.done.actor.changePassword', output: { ok: true, isAtsEnabled: true } },
    { type: 'xstate.done.actor.changePassword', output: { ok: false, reason: 'refused' } },
    { type: 'xstate.done.actor.changePassword', output: { ok: false, reason: 'stale' } },
    { type: 'xstate.error.actor.changePassword' },
  ],
};

test('every edge of the new password chart is walked', async () => {
  const { walk, untakenEdges } = createWalk(resetPasswordMachine);
  for (const path of edgePaths(resetPasswordMachine, options)) await walk(path);
  expect(untakenEdges()).toEqual([]);
});
