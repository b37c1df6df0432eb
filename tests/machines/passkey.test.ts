import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import {
  type ChoosePasskeyResult,
  type LogInByPasskeyResult,
  type PasskeyCredential,
  type PasskeySupport,
  passkeyMachine,
} from '#machines/passkey.ts';
import { collectNotices } from '#tests/support/charts/collect-notices.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

const credential: PasskeyCredential = {
  id: 'c',
  rawId: 'c',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'j', authenticatorData: 'a', signature: 's', userHandle: 'u' },
};

/** Starts the chart with an authenticator that answers at once, except in the autofill. */
const start = (result: LogInByPasskeyResult) => {
  const clock = new SimulatedClock();
  const calls: string[] = [];
  const aborted: string[] = [];
  let choose: (result: ChoosePasskeyResult) => void = () => {};
  const { notices, inspect } = collectNotices();
  const machine = passkeyMachine.provide({
    actors: {
      findSupport: fromPromise<PasskeySupport, void>(async () => ({
        hasPasskeys: true,
        hasAutofill: true,
      })),
      choosePasskey: fromPromise<ChoosePasskeyResult, { isAutofill: boolean }>(
        ({ input, signal }) => {
          const kind = input.isAutofill ? 'autofill' : 'dialog';
          calls.push(kind);
          signal.addEventListener('abort', () => aborted.push(kind));
          if (!input.isAutofill) return Promise.resolve({ ok: true, credential });
          return new Promise((resolve) => {
            choose = resolve;
          });
        },
      ),
      logInByPasskey: fromPromise<LogInByPasskeyResult, { credential: PasskeyCredential }>(
        async () => {
          calls.push('login');
          return result;
        },
      ),
    },
  });
  const actor = createActor(machine, { clock, inspect, input: { hasFailed: false } });
  actor.start();
  return {
    actor,
    clock,
    calls,
    aborted,
    notices,
    choose: (chosen: ChoosePasskeyResult) => choose(chosen),
  };
};

const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: false } as const;

test('a passkey that was chosen before consent logs in once consent is given', async () => {
  const { actor, calls, choose } = start({ ok: true, signedIn });
  await settle();
  choose({ ok: true, credential });
  await settle();
  expect(calls).toEqual(['autofill']);
  expect(actor.getSnapshot().matches({ open: { ceremony: { offered: 'chosen' } } })).toBe(true);
  actor.send({ type: 'consent.given' });
  await settle();
  expect(calls).toEqual(['autofill', 'login']);
  expect(actor.getSnapshot().output).toEqual({ signedIn });
});

test('before the challenge expires, the autofill waits with a new one, and the old wait ends', async () => {
  const { clock, calls, aborted } = start({ ok: true, signedIn });
  await settle();
  clock.increment(PASSKEY_CHALLENGE_LIFETIME_MS / 2);
  await settle();
  expect(calls).toEqual(['autofill']);
  clock.increment(PASSKEY_CHALLENGE_LIFETIME_MS / 2 - 1);
  await settle();
  expect(calls).toEqual(['autofill', 'autofill']);
  expect(aborted).toEqual(['autofill']);
});

test('the button ends the wait in the autofill', async () => {
  const { actor, calls, aborted } = start({ ok: true, signedIn });
  await settle();
  actor.send({ type: 'consent.given' });
  actor.send({ type: 'passkey.requested' });
  await settle();
  expect(aborted).toEqual(['autofill']);
  expect(calls).toEqual(['autofill', 'dialog', 'login']);
});

test('after a refused passkey the autofill does not wait again by itself', async () => {
  const { actor, clock, calls, notices, choose } = start({ ok: false, notice: 'passkeyUnknown' });
  await settle();
  actor.send({ type: 'consent.given' });
  choose({ ok: true, credential });
  await settle();
  clock.increment(2 * PASSKEY_CHALLENGE_LIFETIME_MS);
  await settle();
  expect(calls).toEqual(['autofill', 'login']);
  expect(notices).toEqual(['passkeyUnknown']);
});

test('a failed wait in the autofill stays unsaid', async () => {
  const { notices, choose, actor } = start({ ok: true, signedIn });
  await settle();
  choose({ ok: false, notice: 'passkeyNotAllowed' });
  await settle();
  expect(notices).toEqual([]);
  expect(actor.getSnapshot().matches({ open: { ceremony: { offered: 'idle' } } })).toBe(true);
});
