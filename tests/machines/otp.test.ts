import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { otpMachine, type Sent, type Verified } from '#machines/otp.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

const start = (verified: Verified, input: { isAutomatic: boolean; resendAt?: number }) => {
  const clock = new SimulatedClock();
  const calls: string[] = [];
  const notices: string[] = [];
  const machine = otpMachine.provide({
    actors: {
      sendCode: fromPromise<Sent, { email: string }>(async () => {
        calls.push('send');
        return { ok: true, resendAt: Date.now() + 30_000 };
      }),
      verifyCode: fromPromise<Verified, { email: string; code: string }>(
        async ({ input: { code } }) => {
          calls.push(`verify ${code}`);
          return verified;
        },
      ),
    },
  });
  const actor = createActor(machine, { clock, input: { email: 'asha@acme.example', ...input } });
  actor.on('notice', ({ notice }) => notices.push(notice));
  actor.start();
  return { actor, clock, calls, notices };
};

test('the sixth digit is sent by itself, once, whatever is typed meanwhile', async () => {
  const { actor, calls } = start({ ok: false }, { isAutomatic: true });
  await settle();
  actor.send({ type: 'code.changed', code: '012345' });
  actor.send({ type: 'code.changed', code: '999999' });
  actor.send({ type: 'code.submitted' });
  await settle();
  expect(calls).toEqual(['send', 'verify 012345']);
});

test('without that, six digits wait for Verify, and fewer are not sent', async () => {
  const { actor, calls } = start({ ok: true }, { isAutomatic: false });
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

test('a code never survives its rejection', async () => {
  const { actor } = start({ ok: false }, { isAutomatic: true });
  await settle();
  actor.send({ type: 'code.changed', code: '012345' });
  await settle();
  expect(actor.getSnapshot().context.code).toBe('');
  expect(actor.getSnapshot().hasTag('error')).toBe(true);
});

test('another code can be asked for when the pause is over, and not before', async () => {
  const { actor, clock, calls, notices } = start({ ok: false }, { isAutomatic: true });
  await settle();
  expect(actor.getSnapshot().can({ type: 'resend.requested' })).toBe(false);
  clock.increment(29_000);
  expect(actor.getSnapshot().can({ type: 'resend.requested' })).toBe(false);
  clock.increment(1_001);
  actor.send({ type: 'resend.requested' });
  await settle();
  expect(calls).toEqual(['send', 'send']);
  expect(notices).toEqual(['codeSent', 'codeSent']);
});

test('a page that was reloaded sends no code and waits out the rest of the pause', async () => {
  const { actor, clock, calls } = start(
    { ok: true },
    { isAutomatic: true, resendAt: Date.now() + 5_000 },
  );
  await settle();
  expect(calls).toEqual([]);
  clock.increment(5_001);
  expect(actor.getSnapshot().can({ type: 'resend.requested' })).toBe(true);
});

test('a code that is typed while it is being sent is verified once that has ended', async () => {
  const { actor, clock, calls } = start({ ok: true }, { isAutomatic: true });
  await settle();
  clock.increment(30_000);
  actor.send({ type: 'resend.requested' });
  actor.send({ type: 'code.changed', code: '012345' });
  actor.send({ type: 'code.submitted' });
  expect(calls).toEqual(['send', 'send']);
  expect(actor.getSnapshot().context.code).toBe('012345');
  expect(actor.getSnapshot().hasTag('error')).toBe(false);
  await settle();
  expect(calls).toEqual(['send', 'send', 'verify 012345']);
});

test('where a button submits, nothing is verified by itself', async () => {
  const { actor, clock, calls } = start({ ok: true }, { isAutomatic: false });
  await settle();
  clock.increment(30_000);
  actor.send({ type: 'resend.requested' });
  actor.send({ type: 'code.changed', code: '012345' });
  await settle();
  expect(calls).toEqual(['send', 'send']);
  actor.send({ type: 'code.submitted' });
  await settle();
  expect(calls).toEqual(['send', 'send', 'verify 012345']);
});

test('after too many tries the digits stay, and the wait is known', async () => {
  const { actor, calls } = start(
    { ok: false, isClosed: true, retryAfterS: 40 },
    { isAutomatic: true },
  );
  await settle();
  actor.send({ type: 'code.changed', code: '012345' });
  await settle();
  const { context, ...snapshot } = actor.getSnapshot();
  expect([context.code, context.retryAfterS]).toEqual(['012345', 40]);
  expect(snapshot.value).toMatchObject({ open: { entry: { entering: 'closed' } } });
  actor.send({ type: 'code.submitted' });
  await settle();
  expect(calls).toEqual(['send', 'verify 012345', 'verify 012345']);
});
