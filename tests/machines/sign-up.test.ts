import { expect, test } from 'vitest';
import { type AnyActorRef, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { accountCreationMachine, type CreateUserResult } from '#machines/account-creation.ts';
import { companyStepMachine } from '#machines/company-step.ts';
import { type EmailVerification, emailVerificationMachine } from '#machines/email-verification.ts';
import { type CompleteUserResult, personStepMachine } from '#machines/person-step.ts';
import { profileStepMachine } from '#machines/profile-step.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { wizardMachine } from '#machines/wizard.ts';
import { account, fields } from '#paths/options/wizard-steps.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));
const draft = {
  email: 'asha@acme.example',
  hasAcceptedTerms: true,
  ticketEndsAt: Date.now() + 7_200_000,
  fields,
  ...account,
};
const state = { fields, ...account, password: '' };

const stepHistory = fromCallback(() => {});
const companyStep = companyStepMachine.provide({
  actors: { accountCreation: accountCreationMachine, stepHistory } as never,
});
const personStep = personStepMachine.provide({
  actors: {
    accountCreation: accountCreationMachine,
    stepHistory,
    completeUser: fromPromise<CompleteUserResult>(async () => ({ ok: true })),
  } as never,
});
const profileStep = profileStepMachine.provide({
  actors: { stepHistory, describeCompany: fromPromise<void>(async () => {}) } as never,
});
const machine = signUpMachine.provide({
  actors: {
    emailVerification: emailVerificationMachine,
    wizard: wizardMachine.provide({ actors: { companyStep, personStep, profileStep } as never }),
    notifier: fromCallback(() => {}),
  } as never,
});

const start = (step?: 'company' | 'about' | 'allSet', changes: object = {}) =>
  createActor(machine, {
    input: { draft: { ...draft, ...changes, step }, isSignedIn: true },
  }).start();

/** The actor of the step that the wizard shows. */
const stepOf = (actor: ReturnType<typeof start>): AnyActorRef => {
  const { children = {} } = actor.getSnapshot().children.wizard?.getSnapshot() ?? {};
  const step = Object.values(children)[0];
  if (!step) throw new Error('the wizard has no active step');
  return step;
};

const startAbout = (changes: object = {}) =>
  createActor(personStep, {
    input: {
      email: draft.email,
      ticketEndsAt: draft.ticketEndsAt,
      state: { ...state, ...changes },
    },
  }).start();

const startCompany = () =>
  createActor(companyStep, {
    input: { email: draft.email, ticketEndsAt: draft.ticketEndsAt, state },
  }).start();

test.each([true, false])(
  'a reload in the wizard resumes at the same step, signed in: %s',
  (isSignedIn) => {
    const input = { draft: { ...draft, step: 'about' as const }, isSignedIn };
    expect(stepOf(createActor(machine, { input }).start()).id).toBe('personStep');
  },
);

test('a different address starts a new account', async () => {
  const actor = start('company');
  stepOf(actor).send({ type: 'back.requested' });
  const verification = actor.getSnapshot().children.emailVerification;
  verification?.send({ type: 'email.changed', email: 'ravi@acme.example' });
  expect(verification?.getSnapshot().can({ type: 'trial.started' })).toBe(false);
  actor.stop();

  const verified = createActor(
    machine.provide({
      actors: {
        emailVerification: fromPromise<EmailVerification>(async () => ({
          email: 'ravi@acme.example',
          hasAcceptedTerms: true,
          ticketEndsAt: draft.ticketEndsAt,
        })),
      } as never,
    }),
    { input: { draft, isSignedIn: false } },
  ).start();
  await settle();
  expect(stepOf(verified).id).toBe('companyStep');
  expect(verified.getSnapshot().context).toMatchObject({
    email: 'ravi@acme.example',
    wizard: { companyId: undefined, logoAddress: undefined, userId: undefined },
  });
});

test('an expired ticket clears the pending code and the accepted terms', () => {
  const clock = new SimulatedClock();
  const actor = createActor(machine, {
    clock,
    input: { draft: { ...draft, resendAt: Date.now(), step: 'company' }, isSignedIn: false },
  }).start();
  clock.increment(7_200_000);
  expect(actor.getSnapshot().matches('emailVerification')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({
    ticketEndsAt: undefined,
    resendAt: undefined,
    hasAcceptedTerms: false,
  });
});

test('an expired ticket keeps the fields of the step', () => {
  const clock = new SimulatedClock();
  const actor = createActor(machine, {
    clock,
    input: { draft: { ...draft, step: 'about' }, isSignedIn: false },
  }).start();
  stepOf(actor).send({ type: 'field.changed', fields: { personName: 'Ravi' } });
  clock.increment(7_200_000);
  expect(actor.getSnapshot().context.wizard.fields.personName).toBe('Ravi');
});

test('the same address in any spelling keeps its account', async () => {
  const emailVerification = fromPromise<EmailVerification>(async () => ({
    email: ' Asha@Acme.example',
    hasAcceptedTerms: true,
    ticketEndsAt: draft.ticketEndsAt,
  }));
  const actor = createActor(machine.provide({ actors: { emailVerification } as never }), {
    input: { draft, isSignedIn: false },
  }).start();
  await settle();
  expect(actor.getSnapshot().context.wizard).toMatchObject({ companyId: draft.companyId });
});

test('Next of step 2 needs a password and a complete account', () => {
  const actor = startAbout();
  const canSubmit = () => actor.getSnapshot().can({ type: 'person.submitted' });
  expect(canSubmit()).toBe(false);
  actor.send({ type: 'password.changed', password: 'x' });
  expect(canSubmit()).toBe(true);

  const incomplete = startAbout({ userId: undefined });
  incomplete.send({ type: 'password.changed', password: 'x' });
  expect(incomplete.getSnapshot().can({ type: 'person.submitted' })).toBe(false);
});

test('the password is removed once it is set, and the company is proposed as display name', async () => {
  const actor = start('about');
  const step = stepOf(actor);
  step.send({ type: 'password.changed', password: 'quiet lantern' });
  step.send({ type: 'person.submitted' });
  await settle();
  expect(stepOf(actor).id).toBe('profileStep');
  expect(stepOf(actor).getSnapshot().context.password).toBe('');
  expect(stepOf(actor).getSnapshot().context.fields.displayName).toBe('Acme');
});

test('a rejected logo does not replace the chosen one', () => {
  const actor = startCompany();
  const image = new File(['bytes'], 'logo.png', { type: 'image/png' });
  actor.send({ type: 'logo.chosen', logo: { file: image, isDropped: false } });
  actor.send({
    type: 'logo.chosen',
    logo: { file: new File([], 'logo.txt', { type: 'text/plain' }), isDropped: true },
  });
  expect(actor.getSnapshot().context.logo).toBe(image);
  expect(actor.getSnapshot().can({ type: 'company.submitted' })).toBe(true);
});

test('a company without a name cannot be submitted and shows no error', () => {
  const actor = startCompany();
  actor.send({ type: 'field.changed', fields: { name: '' } });
  expect(actor.getSnapshot().can({ type: 'company.submitted' })).toBe(false);
  expect(actor.getSnapshot().hasTag('error')).toBe(false);
});

test('fields typed during a repeated creation stay, and the creation receives only its own data', async () => {
  let finish = (_: CreateUserResult) => {};
  const creation = accountCreationMachine.provide({
    actors: {
      createUser: fromPromise<CreateUserResult>(
        () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
      ),
      notifySales: fromPromise<void>(async () => {}),
    } as never,
  });
  const actor = createActor(
    personStep.provide({ actors: { accountCreation: creation } as never }),
    {
      input: {
        email: draft.email,
        ticketEndsAt: draft.ticketEndsAt,
        state: { ...state, userId: undefined },
      },
    },
  ).start();
  actor.send({ type: 'password.changed', password: 'typed before' });
  actor.send({ type: 'creation.retried' });
  expect(Object.keys(actor.getSnapshot().children.creation?.getSnapshot().context ?? {})).toEqual([
    'email',
    'company',
    'companyId',
    'logo',
    'logoAddress',
    'userId',
    'isTicketRejected',
  ]);
  actor.send({ type: 'password.changed', password: 'typed meanwhile' });
  actor.send({ type: 'field.changed', fields: { personName: 'Ravi', displayName: 'Robots' } });
  finish({ ok: true, userId: 'u' });
  await settle();
  expect(actor.getSnapshot().context).toMatchObject({
    userId: 'u',
    password: 'typed meanwhile',
    fields: { ...fields, personName: 'Ravi', displayName: 'Robots' },
  });
});

test('the email verification receives no password', () => {
  const actor = start('about');
  stepOf(actor).send({ type: 'password.changed', password: 'quiet lantern' });
  stepOf(actor).send({ type: 'back.requested' });
  stepOf(actor).send({ type: 'back.requested' });
  const context = actor.getSnapshot().children.emailVerification?.getSnapshot().context;
  expect(Object.keys(context ?? {})).toEqual([
    'email',
    'hasAcceptedTerms',
    'resendAt',
    'ticketEndsAt',
    'existingCompany',
  ]);
});

test('an exception in a step shows the restart offer', () => {
  const failing = wizardMachine.provide({
    actors: {
      companyStep: fromCallback(() => {
        throw new Error('failed');
      }),
    } as never,
  });
  const actor = createActor(machine.provide({ actors: { wizard: failing } as never }), {
    input: { draft: { ...draft, step: 'company' }, isSignedIn: false },
  }).start();
  expect(actor.getSnapshot().matches('failed')).toBe(true);
  actor.send({ type: 'restart.requested' });
  expect(actor.getSnapshot().matches('emailVerification')).toBe(true);
});
