import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import {
  type CheckoutScriptNotice,
  checkoutScriptMachine,
  type ScriptLoaded,
} from '#machines/checkout-script.ts';

const payment = { name: 'Sitara', description: 'Starter' };

const open = (load: () => Promise<ScriptLoaded>, isWanted = true) => {
  const told: CheckoutScriptNotice[] = [];
  const opened: unknown[] = [];
  const loads: number[] = [];
  const actor = createActor(
    checkoutScriptMachine.provide({
      actors: {
        loadScript: fromPromise(() => {
          loads.push(1);
          return load();
        }),
        openPayment: fromPromise(async ({ input }) => {
          opened.push(input.payment);
        }),
      },
    }),
    { input: { isWanted } },
  );
  actor.on('notice', ({ notice }) => told.push(notice));
  actor.start();
  return { actor, told, opened, loads };
};

test('a payment that is asked for too early is told that it is not ready', async () => {
  const { actor, told, opened } = open(async () => ({ ok: true }));
  actor.send({ type: 'payment.requested', payment });
  expect([told, opened]).toEqual([['notReady'], []]);
  await waitFor(actor, (snapshot) => snapshot.matches('ready'));
  actor.send({ type: 'payment.requested', payment });
  expect(opened).toEqual([payment]);
  await waitFor(actor, (snapshot) => snapshot.matches('ready'));
});

test('without a paid plan or a key nothing is loaded', () => {
  const { actor, told, loads } = open(async () => ({ ok: true }), false);
  actor.send({ type: 'payment.requested', payment });
  expect([loads, told]).toEqual([[], ['notReady']]);
});

test.each([
  ['scriptNotLoaded', async () => ({ ok: false, notice: 'scriptNotLoaded' }) as const],
  ['unknown', () => Promise.reject(new Error('no'))],
])('a script that does not come is told as %s', async (notice, load) => {
  const { actor, told } = open(load);
  await waitFor(actor, (snapshot) => snapshot.matches('failed'));
  expect(told).toEqual([notice]);
});
