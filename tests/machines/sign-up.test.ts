import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { companyCreationMachine, type UserMade } from '#machines/company-creation.ts';
import { type Completed, signUpMachine } from '#machines/sign-up.ts';
import { type Trial, trialMachine } from '#machines/trial.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));
const account = {
  ownerEmail: 'asha@acme.example',
  companyId: 'c',
  logoAddress: '/logos/l.png',
  userId: 'u',
};
const fields = {
  name: 'Acme',
  website: 'acme.example',
  departments: ['Sales'],
  locations: ['Delhi'],
  personName: 'Asha',
  displayName: '',
  about: '',
};
const draft = {
  email: 'asha@acme.example',
  hasAcceptedTerms: true,
  ticketEndsAt: Date.now() + 7_200_000,
  fields,
  ...account,
};

const machine = signUpMachine.provide({
  actors: {
    trial: trialMachine,
    companyCreation: companyCreationMachine,
    completeUser: fromPromise<Completed>(async () => ({ ok: true })),
    describeCompany: fromPromise<void>(async () => {}),
    stepHistory: fromCallback(() => {}),
  } as never,
});

const startAt = (step: 'company' | 'about' | 'allSet') => {
  const actor = createActor(machine, { input: { draft: { ...draft, step }, isSignedIn: true } });
  return actor.start();
};

test('someone in the middle of the wizard goes on there, signed in or not', () => {
  expect(startAt('about').getSnapshot().matches({ wizard: 'about' })).toBe(true);
});

test('another address than the one that made the account starts a new account', async () => {
  const actor = startAt('company');
  actor.send({ type: 'trial.revisited' });
  const trial = actor.getSnapshot().children.trial;
  trial?.send({ type: 'email.changed', email: 'ravi@acme.example' });
  expect(trial?.getSnapshot().can({ type: 'trial.started' })).toBe(false);
  actor.stop();

  const proved = createActor(
    machine.provide({
      actors: {
        trial: fromPromise<Trial>(async () => ({
          email: 'ravi@acme.example',
          hasAcceptedTerms: true,
          ticketEndsAt: draft.ticketEndsAt,
        })),
      } as never,
    }),
    { input: { draft, isSignedIn: false } },
  ).start();
  await settle();
  expect(proved.getSnapshot().matches({ wizard: 'company' })).toBe(true);
  expect(proved.getSnapshot().context).toMatchObject({
    email: 'ravi@acme.example',
    companyId: undefined,
    logoAddress: undefined,
    userId: undefined,
  });
});

test('a ticket that is over leaves no code under way behind, and no terms accepted', () => {
  const clock = new SimulatedClock();
  const actor = createActor(machine, {
    clock,
    input: { draft: { ...draft, resendAt: Date.now(), step: 'company' }, isSignedIn: false },
  }).start();
  clock.increment(7_200_000);
  expect(actor.getSnapshot().matches('trial')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({
    ticketEndsAt: undefined,
    resendAt: undefined,
    hasAcceptedTerms: false,
  });
});

test('the address that made the account keeps it, however it is written', async () => {
  const trial = fromPromise<Trial>(async () => ({
    email: ' Asha@Acme.example',
    hasAcceptedTerms: true,
    ticketEndsAt: draft.ticketEndsAt,
  }));
  const actor = createActor(machine.provide({ actors: { trial } as never }), {
    input: { draft, isSignedIn: false },
  }).start();
  await settle();
  expect(actor.getSnapshot().matches({ wizard: 'company' })).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ companyId: draft.companyId });
});

test('Next of step 2 needs a password and a complete account', () => {
  const actor = startAt('about');
  const canSubmit = () => actor.getSnapshot().can({ type: 'person.submitted' });
  expect(canSubmit()).toBe(false);
  actor.send({ type: 'password.changed', password: 'x' });
  expect(canSubmit()).toBe(true);

  const { userId: _, ...withoutUser } = draft;
  const incomplete = createActor(machine, {
    input: { draft: { ...withoutUser, step: 'about' }, isSignedIn: false },
  }).start();
  incomplete.send({ type: 'password.changed', password: 'x' });
  expect(incomplete.getSnapshot().can({ type: 'person.submitted' })).toBe(false);
});

test('the password is forgotten as soon as it is set, and the company is proposed as display name', async () => {
  const actor = startAt('about');
  actor.send({ type: 'password.changed', password: 'quiet lantern' });
  actor.send({ type: 'person.submitted' });
  await settle();
  expect(actor.getSnapshot().matches({ wizard: 'allSet' })).toBe(true);
  expect(actor.getSnapshot().context.password).toBe('');
  expect(actor.getSnapshot().context.fields.displayName).toBe('Acme');
});

test('a refused logo does not displace the one that was chosen', () => {
  const actor = startAt('company');
  const image = new File(['bytes'], 'logo.png', { type: 'image/png' });
  actor.send({ type: 'logo.chosen', logo: { file: image, isDropped: false } });
  actor.send({
    type: 'logo.chosen',
    logo: { file: new File([], 'logo.txt', { type: 'text/plain' }), isDropped: true },
  });
  expect(actor.getSnapshot().context.logo).toBe(image);
  expect(actor.getSnapshot().can({ type: 'company.submitted' })).toBe(true);
});

test('a company without a name can not be sent, and is not called faulty', () => {
  const actor = startAt('company');
  actor.send({ type: 'field.changed', fields: { name: '' } });
  expect(actor.getSnapshot().can({ type: 'company.submitted' })).toBe(false);
});

test('what is typed while the account is made again stays, and its parts know nothing more than they need', async () => {
  const { userId: _, ...withoutUser } = draft;
  let finish = (_: UserMade) => {};
  const creation = companyCreationMachine.provide({
    actors: {
      createUser: fromPromise<UserMade>(
        () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
      ),
      tellSales: fromPromise<void>(async () => {}),
    } as never,
  });
  const actor = createActor(machine.provide({ actors: { companyCreation: creation } as never }), {
    input: { draft: { ...withoutUser, step: 'about' }, isSignedIn: false },
  }).start();
  actor.send({ type: 'password.changed', password: 'typed before' });
  actor.send({ type: 'creation.retried' });
  expect(Object.keys(actor.getSnapshot().children.creation?.getSnapshot().context ?? {})).toEqual([
    'email',
    'company',
    'companyId',
    'logo',
    'logoAddress',
    'userId',
    'isTicketLost',
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

test('the trial is handed no password', () => {
  const actor = startAt('about');
  actor.send({ type: 'password.changed', password: 'quiet lantern' });
  actor.send({ type: 'company.revisited' });
  actor.send({ type: 'trial.revisited' });
  const context = actor.getSnapshot().children.trial?.getSnapshot().context;
  expect(Object.keys(context ?? {})).toEqual([
    'email',
    'hasAcceptedTerms',
    'resendAt',
    'ticketEndsAt',
  ]);
});
