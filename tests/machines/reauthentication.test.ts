import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyStateMachine, createActor, fromPromise, type PromiseActorLogic } from 'xstate';
import type { Passkey, SessionEntry } from '#contract/calls/account-entries.ts';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { otpMachine, type SendCodeResult, type VerifyCodeResult } from '#machines/otp.ts';
import { passkeyListMachine } from '#machines/passkey-list.ts';
import {
  passkeyRegistrationMachine,
  type RegistrationSupport,
} from '#machines/passkey-registration.ts';
import { reauthenticationMachine } from '#machines/reauthentication.ts';
import { isLoginRecent } from '#machines/rules/session.ts';
import { sessionListMachine } from '#machines/session-list.ts';
import { collectNotices } from '#tests/support/charts/collect-notices.ts';
import { notifier } from '#web/flows/actor.ts';

const email = 'asha@acme.example';
const passkey: Passkey = {
  id: 'p',
  name: 'Laptop',
  createdAt: '2026-11-20T09:00:00.000Z',
  isBackedUp: false,
  endsWithReset: false,
};

const settle = () => new Promise((resolve) => setImmediate(resolve));
const forbidden = { ok: false, notice: 'forbidden' } as const;

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

/** A reauthentication whose every code is right. */
const reauthentication = reauthenticationMachine.provide({
  actors: {
    otp: otpMachine.provide({
      actors: {
        sendCode: fromPromise<SendCodeResult, { email: string }>(async () => ({
          ok: true,
          resendAt: Date.now(),
        })),
        verifyCode: fromPromise<VerifyCodeResult, { email: string; code: string }>(async () => ({
          ok: true,
        })),
      },
    }),
  },
});

/** Makes the actor of a change that the server always refuses. */
type Refuse = <Result, Input>() => PromiseActorLogic<Result, Input>;

/** Each change that needs a recent login: its chart, and the user's events that ask for it. */
const changes = {
  'a new passkey': (refuse: Refuse) => ({
    machine: passkeyRegistrationMachine.provide({
      actors: {
        findSupport: fromPromise<RegistrationSupport, void>(async () => ({
          hasPasskeys: true,
          hasPlatformAuthenticator: true,
          suggestedName: 'Chrome on Linux',
        })),
        createPasskey: refuse(),
        reauthentication,
      },
    }) as AnyStateMachine,
    input: { isRequested: true, email },
    ask: [{ type: 'creation.submitted' }],
    again: [{ type: 'creation.submitted' }],
  }),
  'a new name': (refuse: Refuse) => ({
    machine: passkeyListMachine.provide({
      actors: {
        fetchPasskeys: fromPromise<Passkey[], void>(async () => [passkey]),
        renamePasskey: refuse(),
        reauthentication,
        notifier,
      },
    }) as AnyStateMachine,
    input: { canAdd: true, email },
    ask: [{ type: 'renaming.requested', id: 'p' }, { type: 'renaming.submitted' }],
    again: [{ type: 'renaming.submitted' }],
  }),
  'a removal': (refuse: Refuse) => ({
    machine: passkeyListMachine.provide({
      actors: {
        fetchPasskeys: fromPromise<Passkey[], void>(async () => [passkey]),
        removePasskey: refuse(),
        reauthentication,
        notifier,
      },
    }) as AnyStateMachine,
    input: { canAdd: true, email },
    ask: [{ type: 'removal.requested', id: 'p' }, { type: 'removal.confirmed' }],
    again: [{ type: 'removal.requested', id: 'p' }, { type: 'removal.confirmed' }],
  }),
  'the end of a session': (refuse: Refuse) => ({
    machine: sessionListMachine.provide({
      actors: {
        fetchSessions: fromPromise<SessionEntry[], void>(async () => []),
        endSessions: refuse(),
        reauthentication,
        notifier,
      },
    }) as AnyStateMachine,
    input: { email },
    ask: [{ type: 'ending.requested', id: 's' }],
    again: [{ type: 'ending.requested', id: 's' }],
  }),
};

describe.each(Object.entries(changes))('%s', (_, open) => {
  test('that is refused even after a code says so, and asks for no other one for ten minutes', async () => {
    const tried: unknown[] = [];
    const { machine, input, ask, again } = open(<Result, Input>() =>
      fromPromise<Result, Input>(async (attempt) => {
        tried.push(attempt.input);
        return forbidden as Result;
      }),
    );
    const { notices, inspect } = collectNotices();
    const actor = createActor(machine, { input, inspect }).start();
    const proof = () => actor.getSnapshot().children['reauthentication'];
    const act = async (events: readonly { type: string }[]) => {
      for (const event of events) actor.send(event);
      for (let turn = 0; turn < 5; turn += 1) await settle();
    };
    await act([]);
    await act(ask);
    expect([tried.length, notices]).toEqual([1, ['codeSent']]);
    proof()?.getSnapshot().children['otp']?.send({ type: 'code.changed', code: '012345' });
    await act([]);
    // The same change was tried once more.
    expect(tried).toEqual([tried[0], tried[0]]);
    expect([proof(), notices]).toEqual([undefined, ['codeSent', 'forbidden']]);

    vi.setSystemTime(Date.now() + RECENT_LOGIN_MS - 1);
    await act(again);
    expect([tried.length, proof()]).toEqual([3, undefined]);

    vi.setSystemTime(Date.now() + 1);
    await act(again);
    expect(tried).toHaveLength(4);
    expect(proof()).toBeDefined();
    proof()?.send({ type: 'reauthentication.cancelled' });
    await act([]);
    // A cancelled one makes no change, and says nothing.
    expect([tried.length, proof()]).toEqual([4, undefined]);
    expect(notices).toEqual(['codeSent', 'forbidden', 'forbidden', 'codeSent']);
  });
});

test.each([
  { age: undefined, isRecent: false },
  { age: 0, isRecent: true },
  { age: RECENT_LOGIN_MS - 1, isRecent: true },
  { age: RECENT_LOGIN_MS, isRecent: false },
  // The clock was set back.
  { age: -1, isRecent: true },
])('a login of $age ms ago is recent: $isRecent', ({ age, isRecent }) => {
  const now = 1_800_000_000_000;
  expect(isLoginRecent(age === undefined ? undefined : now - age, now)).toBe(isRecent);
});
