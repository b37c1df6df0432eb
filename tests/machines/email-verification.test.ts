import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type EmailVerification, emailVerificationMachine } from '#machines/email-verification.ts';
import { collectNotices } from '#tests/support/charts/collect-notices.ts';
import { createControlledChild, settleChild } from '#tests/support/charts/controlled-child.ts';

const verifiedEmail = {
  email: 'asha@acme.example',
  hasAcceptedTerms: true,
  ticketEndsAt: Date.now() + 7_200_000,
};

const start = (input: EmailVerification) => {
  const { notices, inspect } = collectNotices();
  const machine = emailVerificationMachine.provide({
    actors: { codeMail: createControlledChild(), otp: createControlledChild() } as never,
  });
  const actor = createActor(machine, { input, inspect });
  return { actor: actor.start(), notices };
};

test('a verified address stays verified in any spelling, and a different one needs a new code', () => {
  const { actor } = start(verifiedEmail);
  actor.send({ type: 'email.changed', email: ' Asha@Acme.example ' });
  expect(actor.getSnapshot().can({ type: 'trial.started' })).toBe(true);
  actor.send({ type: 'email.changed', email: 'ravi@acme.example' });
  expect(actor.getSnapshot().can({ type: 'trial.started' })).toBe(false);
  expect(actor.getSnapshot().context).toMatchObject({
    email: 'ravi@acme.example',
    ticketEndsAt: undefined,
  });
});

test('an address at an international domain stays verified in its ASCII form', () => {
  const { actor } = start({ ...verifiedEmail, email: 'asha@münchen.example' });
  actor.send({ type: 'email.changed', email: 'asha@xn--mnchen-3ya.example' });
  expect(actor.getSnapshot().can({ type: 'trial.started' })).toBe(true);
});

test('a private address gets no code and no error about a missing address', () => {
  const { actor, notices } = start({ email: 'asha@gmail.com', hasAcceptedTerms: false });
  actor.send({ type: 'code.requested' });
  expect(actor.getSnapshot().matches({ open: { address: { editing: 'invalid' } } })).toBe(true);
  actor.send({ type: 'email.changed', email: ' ' });
  actor.send({ type: 'code.requested' });
  expect(actor.getSnapshot().hasTag('error')).toBe(true);
  expect(notices).toEqual(['emailMissing']);
});

test('no free trial starts without accepted terms', () => {
  const { actor } = start(verifiedEmail);
  actor.send({ type: 'terms.declined' });
  expect(actor.getSnapshot().can({ type: 'trial.started' })).toBe(false);
});

test('the company of the domain is known as long as the address is verified', () => {
  const { actor } = start({ ...verifiedEmail, existingCompany: 'Acme' });
  actor.send({ type: 'email.changed', email: ' Asha@Acme.example ' });
  expect(actor.getSnapshot().context.existingCompany).toBe('Acme');
  actor.send({ type: 'email.changed', email: 'asha@other.example' });
  expect(actor.getSnapshot().context.existingCompany).toBeUndefined();
});

test('a verified code ends the resend pause', () => {
  const { email, ticketEndsAt } = verifiedEmail;
  const { actor } = start({ email, hasAcceptedTerms: true, resendAt: Date.now() });
  const { otp } = actor.getSnapshot().children;
  if (!otp) throw new Error('no code is requested');
  settleChild(otp, {
    status: 'done',
    output: { code: '012345', verified: { ok: true, ticketEndsAt } },
  } as never);
  expect(actor.getSnapshot().context).toMatchObject({ ticketEndsAt, resendAt: undefined });
});
