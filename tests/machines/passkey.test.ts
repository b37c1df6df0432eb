import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import { loginCompletionMachine } from '#machines/login-completion.ts';
import {
  type ChoosePasskeyResult,
  type LogInByPasskeyResult,
  type PasskeyCredential,
  type PasskeySupport,
  passkeyMachine,
} from '#machines/passkey.ts';
import type { SignedIn } from '#machines/rules/session.ts';
import { collectNotices } from '#tests/support/charts/collect-notices.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

const credential: PasskeyCredential = {
  id: 'c',
  rawId: 'c',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'j', authenticatorData: 'a', signature: 's', userHandle: 'u' },
};

/**
 * Starts the chart with an authenticator that answers at once, except in the autofill.
 * @param users whether the user can be fetched, for each login
 */
const start = (result: LogInByPasskeyResult, users: boolean[] = [true]) => {
  const clock = new SimulatedClock();
  const calls: string[] = [];
  const aborted: string[] = [];
  const opened: SignedIn[] = [];
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
      completion: loginCompletionMachine.provide({
        actors: {
          fetchUser: fromPromise<Pick<SignedIn, 'uuid' | 'status'> & { email: string }, void>(
            async () => {
              calls.push('user');
              if (!users.shift()) throw new Error('the network broke');
              return { uuid: 'u', status: 'accepted', email: 'asha@acme.example' };
            },
          ),
        },
        actions: { openDestination: (_, user) => opened.push(user) },
      }),
    },
  });
  const actor = createActor(machine, { clock, inspect });
  actor.start();
  return {
    actor,
    clock,
    calls,
    aborted,
    opened,
    notices,
    choose: (chosen: ChoosePasskeyResult) => choose(chosen),
  };
};

const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: false } as const;

test('a passkey that was chosen before consent logs in once consent is given', async () => {
  const { actor, calls, opened, choose } = start({ ok: true, signedIn });
  await settle();
  choose({ ok: true, credential });
  await settle();
  expect(calls).toEqual(['autofill']);
  expect(actor.getSnapshot().matches({ open: { ceremony: { offered: 'chosen' } } })).toBe(true);
  actor.send({ type: 'consent.given' });
  await settle();
  expect(calls).toEqual(['autofill', 'login', 'user']);
  expect(opened).toMatchObject([signedIn]);
  expect(actor.getSnapshot().status).toBe('done');
});

test('a login whose user could not be fetched is said once, and the next press logs in', async () => {
  const { actor, clock, calls, opened, notices, choose } = start({ ok: true, signedIn }, [
    false,
    true,
  ]);
  await settle();
  actor.send({ type: 'consent.given' });
  choose({ ok: true, credential });
  await settle();
  expect(notices).toEqual(['unexpected']);
  expect(opened).toEqual([]);
  // The autofill does not wait again by itself.
  clock.increment(2 * PASSKEY_CHALLENGE_LIFETIME_MS);
  await settle();
  expect(calls).toEqual(['autofill', 'login', 'user']);
  actor.send({ type: 'passkey.requested' });
  await settle();
  expect(calls.slice(3)).toEqual(['dialog', 'login', 'user']);
  expect(opened).toMatchObject([signedIn]);
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
  expect(calls).toEqual(['autofill', 'dialog', 'login', 'user']);
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
