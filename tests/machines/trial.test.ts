import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type Trial, trialMachine } from '#machines/trial.ts';
import { answerChild, createAnsweredChild } from '#tests/support/answered-child.ts';

const proved = {
  email: 'asha@acme.example',
  hasAcceptedTerms: true,
  ticketEndsAt: Date.now() + 7_200_000,
};

const start = (input: Trial) => {
  const notices: string[] = [];
  const machine = trialMachine.provide({ actors: { otp: createAnsweredChild() } as never });
  const actor = createActor(machine, { input });
  actor.on('notice', ({ notice }) => notices.push(notice));
  return { actor: actor.start(), notices };
};

test('an address that was proved stays so however it is written, another one has to prove itself', () => {
  const { actor } = start(proved);
  actor.send({ type: 'email.changed', email: ' Asha@Acme.example ' });
  expect(actor.getSnapshot().can({ type: 'trial.started' })).toBe(true);
  actor.send({ type: 'email.changed', email: 'ravi@acme.example' });
  expect(actor.getSnapshot().can({ type: 'trial.started' })).toBe(false);
  expect(actor.getSnapshot().context).toMatchObject({
    email: 'ravi@acme.example',
    ticketEndsAt: undefined,
  });
});

test('an address at an international domain stays proved when a browser writes it in ASCII', () => {
  const { actor } = start({ ...proved, email: 'asha@münchen.example' });
  actor.send({ type: 'email.changed', email: 'asha@xn--mnchen-3ya.example' });
  expect(actor.getSnapshot().can({ type: 'trial.started' })).toBe(true);
});

test('a private address gets no code, and is not called missing', () => {
  const { actor, notices } = start({ email: 'asha@gmail.com', hasAcceptedTerms: false });
  actor.send({ type: 'code.requested' });
  expect(actor.getSnapshot().matches({ open: { address: { editing: 'neutral' } } })).toBe(true);
  actor.send({ type: 'email.changed', email: ' ' });
  actor.send({ type: 'code.requested' });
  expect(actor.getSnapshot().hasTag('error')).toBe(true);
  expect(notices).toEqual(['emailMissing']);
});

test('without the terms no trial starts', () => {
  const { actor } = start(proved);
  actor.send({ type: 'terms.declined' });
  expect(actor.getSnapshot().can({ type: 'trial.started' })).toBe(false);
});

test('a code that proved the address is on its way no more', () => {
  const { email, ticketEndsAt } = proved;
  const { actor } = start({ email, hasAcceptedTerms: true, resendAt: Date.now() });
  const { otp } = actor.getSnapshot().children;
  if (!otp) throw new Error('no code is asked for');
  answerChild(otp, {
    status: 'done',
    output: { code: '012345', verified: { ok: true, ticketEndsAt } },
  } as never);
  expect(actor.getSnapshot().context).toMatchObject({ ticketEndsAt, resendAt: undefined });
});
