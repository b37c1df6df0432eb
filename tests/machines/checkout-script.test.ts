import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { checkoutScriptMachine, type LoadScriptResult } from '#machines/checkout-script.ts';
import { collectNotices } from '#tests/support/charts/collect-notices.ts';

const open = (load: () => Promise<LoadScriptResult>, isWanted = true) => {
  const { notices, inspect } = collectNotices();
  const loads: number[] = [];
  const actor = createActor(
    checkoutScriptMachine.provide({
      actors: {
        notifier: fromCallback(() => {}),
        loadScript: fromPromise(() => {
          loads.push(1);
          return load();
        }),
      },
    }),
    { input: { isWanted }, inspect },
  );
  actor.start();
  return { actor, notices, loads };
};

test('no script is loaded without a paid plan and a key', () => {
  const { loads, notices } = open(async () => ({ ok: true }), false);
  expect([loads, notices]).toEqual([[], []]);
});

test('a loaded script emits no notice', async () => {
  const { actor, notices } = open(async () => ({ ok: true }));
  await waitFor(actor, (snapshot) => snapshot.matches('ready'));
  expect(notices).toEqual([]);
});

test.each([
  ['scriptNotLoaded', async () => ({ ok: false, notice: 'scriptNotLoaded' }) as const],
  ['notReady', async () => ({ ok: false, notice: 'notReady' }) as const],
  ['unknown', () => Promise.reject(new Error('no'))],
])('a failed load emits the notice %s', async (notice, load) => {
  const { actor, notices } = open(load);
  await waitFor(actor, (snapshot) => snapshot.matches('failed'));
  expect(notices).toEqual([notice]);
});
