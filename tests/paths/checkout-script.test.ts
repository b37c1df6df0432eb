import { expect, test } from 'vitest';
import { checkoutScriptMachine } from '#machines/checkout-script.ts';
import { edgePaths } from '#tests/support/edge-paths.ts';
import { createWalk } from '#tests/support/walk-chart.ts';

const options = {
  inputs: [{ isWanted: true }, { isWanted: false }],
  events: [
    { type: 'payment.requested', payment: { name: 'Sitara', description: 'Starter' } },
    { type: 'xstate.done.actor.loadScript', output: { ok: true } },
    { type: 'xstate.done.actor.loadScript', output: { ok: false, notice: 'scriptNotLoaded' } },
    { type: 'xstate.error.actor.loadScript' },
    { type: 'xstate.done.actor.openPayment' },
    { type: 'xstate.error.actor.openPayment' },
  ],
};

test('every edge of the checkout script chart is walked', async () => {
  const { walk, untakenEdges } = createWalk(checkoutScriptMachine);
  for (const path of edgePaths(checkoutScriptMachine, options)) await walk(path);
  expect(untakenEdges()).toEqual([]);
});
