import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { otpMachine, type SendCodeResult, type VerifyCodeResult } from '#machines/otp.ts';
import { collectNotices } from '#tests/support/charts/collect-notices.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

const start = (verified: VerifyCodeResult, input: { isAutoSubmit: boolean; resendAt?: number }) => {
  const clock = new SimulatedClock();
  const calls: string[] = [];
  const { notices, inspect } = collectNotices();
  const machine = otpMachine.provide({
    actors: {
      sendCode: fromPromise<SendCodeResult, { email: string }>(async () => {
        calls.push('send');
        return { ok: true, resendAt: Date.now() + RESEND_PAUSE_MS };
      }),
      verifyCode: fromPromise<VerifyCodeResult, { email: string; code: string }>(
        async ({ input: { code } }) => {
          calls.push(`verify ${code}`);
          return verified;
        },
      ),
    },
  });
  const actor = createActor(machine, {
    clock,
    inspect,
    input: { email: 'asha@acme.example', ...input },
  });
  actor.start();
  return { actor, clock, calls, notices };
};

test('the sixth digit submits once, and later input is ignored', async () => {
  const { actor, calls } = start({ ok: false }, { isAutoSubmit: true });
  await settle();
  actor.send({ type: 'code.changed', code: '012345' });
  actor.send({ type: 'code.changed', code: '999999' });
  actor.send({ type: 'code.submitted' });
  await settle();
  expect(calls).toEqual(['send', 'verify 012345']);
});

test('without auto-submit, six digits wait for Verify, and fewer are not sent', async () => {
  const { actor, calls } = start({ ok: true }, { isAutoSubmit: false });
  actor.send({ type: 'code.changed', code: '01234' });
  actor.send({ type: 'code.submitted' });
  await settle();
  expect(actor.getSnapshot().hasTag('error')).toBe(true);
  expect(actor.getSnapshot().context.code).toBe('01234');
  expect(calls).toEqual(['send']);
  actor.send({ type: 'code.changed', code: '012345' });
  expect(actor.getSnapshot().hasTag('error')).toBe(false);
  actor.send({ type: 'code.submitted' });
  await settle();
  expect(actor.getSnapshot().output).toEqual({ code: '012345', verified: { ok: true } });
});

test('a rejected code is cleared', async () => {
  const { actor } = start({ ok: false }, { isAutoSubmit: true });
  await settle();
  actor.send({ type: 'code.changed', code: '012345' });
  await settle();
  expect(actor.getSnapshot().context.code).toBe('');
  expect(actor.getSnapshot().hasTag('error')).toBe(true);
});

test('another code can be requested only after the resend pause', async () => {
  const { actor, clock, calls, notices } = start({ ok: false }, { isAutoSubmit: true });
  await settle();
  expect(actor.getSnapshot().can({ type: 'resend.requested' })).toBe(false);
  clock.increment(RESEND_PAUSE_MS - 1000);
  expect(actor.getSnapshot().can({ type: 'resend.requested' })).toBe(false);
  clock.increment(1_001);
  actor.send({ type: 'resend.requested' });
  await settle();
  expect(calls).toEqual(['send', 'send']);
  expect(notices).toEqual(['codeSent', 'codeSent']);
});

test('a reload sends no code and waits for the rest of the pause', async () => {
  const { actor, clock, calls } = start(
    { ok: true },
    { isAutoSubmit: true, resendAt: Date.now() + 5_000 },
  );
  await settle();
  expect(calls).toEqual([]);
  clock.increment(5_001);
  expect(actor.getSnapshot().can({ type: 'resend.requested' })).toBe(true);
});

test('a code that is entered during a resend is verified after the resend', async () => {
  const { actor, clock, calls } = start({ ok: true }, { isAutoSubmit: true });
  await settle();
  clock.increment(RESEND_PAUSE_MS);
  actor.send({ type: 'resend.requested' });
  actor.send({ type: 'code.changed', code: '012345' });
  actor.send({ type: 'code.submitted' });
  expect(calls).toEqual(['send', 'send']);
  expect(actor.getSnapshot().context.code).toBe('012345');
  expect(actor.getSnapshot().hasTag('error')).toBe(false);
  await settle();
  expect(calls).toEqual(['send', 'send', 'verify 012345']);
});

test('without auto-submit, a code is verified only on submit', async () => {
  const { actor, clock, calls } = start({ ok: true }, { isAutoSubmit: false });
  await settle();
  clock.increment(RESEND_PAUSE_MS);
  actor.send({ type: 'resend.requested' });
  actor.send({ type: 'code.changed', code: '012345' });
  await settle();
  expect(calls).toEqual(['send', 'send']);
  actor.send({ type: 'code.submitted' });
  await settle();
  expect(calls).toEqual(['send', 'send', 'verify 012345']);
});

test('after too many attempts the digits stay, and the waiting time is known', async () => {
  const { actor, calls } = start(
    { ok: false, isRateLimited: true, retryAfterS: 40 },
    { isAutoSubmit: true },
  );
  await settle();
  actor.send({ type: 'code.changed', code: '012345' });
  await settle();
  const { context, ...snapshot } = actor.getSnapshot();
  expect([context.code, context.retryAfterS]).toEqual(['012345', 40]);
  expect(snapshot.value).toMatchObject({ open: { entry: { entering: 'rateLimited' } } });
  actor.send({ type: 'code.submitted' });
  await settle();
  expect(calls).toEqual(['send', 'verify 012345', 'verify 012345']);
});
