import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import {
  type CheckoutScriptNotice,
  checkoutScriptMachine,
  type ScriptLoaded,
} from '#machines/checkout-script.ts';

const open = (load: () => Promise<ScriptLoaded>, isWanted = true) => {
  const told: CheckoutScriptNotice[] = [];
  const loads: number[] = [];
  const actor = createActor(
    checkoutScriptMachine.provide({
      actors: {
        loadScript: fromPromise(() => {
          loads.push(1);
          return load();
        }),
      },
    }),
    { input: { isWanted } },
  );
  actor.on('notice', ({ notice }) => told.push(notice));
  actor.start();
  return { actor, told, loads };
};

test('without a paid plan or a key nothing is loaded', () => {
  const { loads, told } = open(async () => ({ ok: true }), false);
  expect([loads, told]).toEqual([[], []]);
});

test('a script that came is told to nobody', async () => {
  const { actor, told } = open(async () => ({ ok: true }));
  await waitFor(actor, (snapshot) => snapshot.matches('ready'));
  expect(told).toEqual([]);
});

test.each([
  ['scriptNotLoaded', async () => ({ ok: false, notice: 'scriptNotLoaded' }) as const],
  ['notReady', async () => ({ ok: false, notice: 'notReady' }) as const],
  ['unknown', () => Promise.reject(new Error('no'))],
])('a script that is of no use is told as %s', async (notice, load) => {
  const { actor, told } = open(load);
  await waitFor(actor, (snapshot) => snapshot.matches('failed'));
  expect(told).toEqual([notice]);
});
