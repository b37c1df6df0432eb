// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type CallName, callNames } from '#contract/calls/all-calls.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { cookieNames } from '#contract/cookies.ts';
import { HOUR_MS } from '#contract/durations.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { account, email, fields } from '#paths/options/wizard-steps.ts';
import { signUp, signUpOptions } from '#web/flows/sign-up.ts';

const answers: Partial<Record<CallName, object>> = {
  sendSignUpCode: { retryAfter: 30 },
  signUpMail: { message: 'sent' },
  verifySignUpCode: { ticketSeconds: 7200 },
  createCompany: { message: account.companyId },
  uploadLogo: { message: account.logoAddress },
  createUser: { message: account.userId },
};

/** The calls that reached the server. */
let calls: { name: CallName; path: string; body: unknown }[];
const namesOf = () => calls.map(({ name }) => name);
const bodyOf = (sought: CallName) => calls.find(({ name }) => name === sought)?.body;

/** The call with the longest path that an address begins with. */
const callAt = (path: string): CallName | undefined =>
  callNames
    .filter((name) => path.startsWith(endpoints[name][1].replace(/:.*/, '')))
    .sort((one, other) => endpoints[other][1].length - endpoints[one][1].length)[0];

const serve = (answerOf: (name: CallName) => Promise<Response>) =>
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    const name = callAt(path);
    if (name === undefined || name === 'xsrf') return Response.json({ token: 't' });
    calls.push({ name, path, body: typeof body === 'string' ? JSON.parse(body) : body });
    return answerOf(name);
  });

const CHECKOUT = '#/checkout';

beforeEach(() => {
  calls = [];
  localStorage.clear();
  history.pushState(null, '', '#/pricing');
  history.pushState(null, '', CHECKOUT);
  serve(async (name) => Response.json(answers[name] ?? { message: 'done' }));
});
afterEach(() => vi.unstubAllGlobals());

const keep = (draft: object) =>
  localStorage.setItem(
    storageKeys.signUpDraft,
    JSON.stringify({
      email,
      hasAcceptedTerms: true,
      fields,
      ticketEndsAt: Date.now() + HOUR_MS,
      ...draft,
    }),
  );
const stored = () => JSON.parse(localStorage.getItem(storageKeys.signUpDraft) ?? '{}');

const start = (search = '', state: unknown = null) => {
  const actor = createActor(signUp, signUpOptions(search, state)).start();
  const verification = () => actor.getSnapshot().children.emailVerification;
  const steps = () => actor.getSnapshot().children.wizard?.getSnapshot().children ?? {};
  /** The step that the page shows. */
  const shown = () => (verification() ? 'emailVerification' : Object.keys(steps())[0]);
  return { actor, verification, steps, shown };
};

test('a sign-up is stored step by step, without code and password, and asks the server for each part once', async () => {
  const { actor, verification, steps, shown } = start('plan=pro', { email });
  for (const [type, hasAcceptedTerms] of [
    ['terms.accepted', true],
    ['terms.declined', false],
    ['terms.accepted', true],
  ] as const) {
    verification()?.send({ type });
    expect(stored()).toMatchObject({ email, hasAcceptedTerms });
  }
  verification()?.send({ type: 'code.requested' });
  await expect.poll(() => stored().resendAt).toBeGreaterThan(Date.now());
  expect(verification()?.getSnapshot().children.mail).toBeDefined();
  const otp = verification()?.getSnapshot().children.otp;
  otp?.send({ type: 'code.changed', code: '123456' });
  otp?.send({ type: 'code.submitted' });
  await expect.poll(() => stored().ticketEndsAt).toBeGreaterThan(Date.now());
  verification()?.send({ type: 'trial.started' });
  expect(stored()).toMatchObject({ email, hasAcceptedTerms: true, step: 'company' });
  expect(stored()).not.toHaveProperty('resendAt');

  const { personName, displayName: _, about: __, ...company } = fields;
  steps().companyStep?.send({ type: 'field.changed', fields: company });
  expect(stored().fields).toMatchObject(company);
  const file = new File(['bytes'], 'logo.png', { type: 'image/png' });
  steps().companyStep?.send({ type: 'logo.chosen', logo: { file, isDropped: false } });
  steps().companyStep?.send({ type: 'company.submitted' });
  await expect.poll(shown).toBe('personStep');
  expect(stored()).toMatchObject({ ...account, step: 'about' });

  steps().personStep?.send({ type: 'field.changed', fields: { personName } });
  expect(stored().fields).toMatchObject({ personName });
  const password = 'four words that nobody guesses';
  steps().personStep?.send({ type: 'password.changed', password });
  steps().personStep?.send({ type: 'person.submitted' });
  await expect.poll(shown).toBe('profileStep');
  expect(stored()).toMatchObject({ isAccepted: true, step: 'allSet' });
  expect(JSON.stringify(stored())).not.toMatch(`${password}|123456`);

  steps().profileStep?.send({ type: 'field.changed', fields: { about: 'We hire.' } });
  expect(stored().fields).toMatchObject({ about: 'We hire.' });
  vi.spyOn(location, 'assign').mockReturnValue();
  steps().profileStep?.send({ type: 'profile.submitted' });
  await expect.poll(() => actor.getSnapshot().status).toBe('done');
  expect(namesOf().filter((name) => name !== 'signUpMail')).toEqual([
    'sendSignUpCode',
    'verifySignUpCode',
    'createCompany',
    'uploadLogo',
    'createUser',
    'notifySales',
    'completeUser',
    'updateCompany',
  ]);
  expect(bodyOf('createCompany')).toMatchObject({ email, chosenPlan: 'pro' });
  expect(bodyOf('updateCompany')).toMatchObject({ about: 'We hire.', chosenPlan: 'pro' });
  expect(localStorage.getItem(storageKeys.chosenPlan)).toBeNull();
});

/** The step of the present entry. */
const stepOfEntry = () => history.state?.signUpStep;

test('a step that is opened first has an entry for each step before it, and Back leads there', async () => {
  history.replaceState({ plan: 'Pro' }, '', CHECKOUT);
  const { length } = history;
  keep({ ...account, isAccepted: true, step: 'allSet' });
  const { actor, shown } = start();
  expect([shown(), stepOfEntry(), history.length]).toEqual(['profileStep', 'allSet', length + 3]);
  for (const [step, entry] of [
    ['personStep', 'about'],
    ['companyStep', 'company'],
    ['emailVerification', 'emailVerification'],
  ]) {
    history.back();
    await expect.poll(shown).toBe(step);
    expect([stepOfEntry(), location.hash]).toEqual([entry, CHECKOUT]);
  }
  // What was there before stays.
  expect(history.state).toMatchObject({ plan: 'Pro' });
  actor.stop();
});

test('a reload, which keeps the entries, adds none', () => {
  keep({ ...account, step: 'about' });
  start().actor.stop();
  const { length } = history;
  const { actor, shown } = start();
  expect([shown(), stepOfEntry(), history.length]).toEqual(['personStep', 'about', length]);
  actor.stop();
});

test('Back by two entries at once leads one step back', async () => {
  keep({ ...account, step: 'about' });
  const { actor, shown } = start();
  history.go(-2);
  await expect.poll(shown).toBe('companyStep');
  expect(stepOfEntry()).toBe('company');
  actor.stop();
});

test('Forward to a step that has to be submitted first leads nowhere', async () => {
  keep({ ...account, step: 'about' });
  const { actor, shown } = start();
  history.back();
  await expect.poll(shown).toBe('companyStep');
  const heard = vi.fn();
  addEventListener('popstate', heard);
  history.forward();
  await expect.poll(() => heard.mock.calls.length).toBe(2);
  removeEventListener('popstate', heard);
  expect([shown(), stepOfEntry()]).toEqual(['companyStep', 'company']);
  actor.stop();
});

test('Back while a step saves leads nowhere, however often', async () => {
  keep({ ...account, step: 'about' });
  serve(() => new Promise(() => {}));
  const { actor, steps, shown } = start();
  const password = 'four words that nobody guesses';
  steps().personStep?.send({ type: 'password.changed', password });
  steps().personStep?.send({ type: 'person.submitted' });
  for (let times = 0; times < 4; times += 1) {
    history.back();
    await expect.poll(stepOfEntry).toBe('about');
    expect([shown(), location.hash]).toEqual(['personStep', CHECKOUT]);
  }
  actor.stop();
});

test('the address that is open, opened again, keeps the step', () => {
  keep({ ...account, step: 'about' });
  const { actor, shown } = start();
  history.pushState(null, '', CHECKOUT);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  expect([shown(), stepOfEntry()]).toEqual(['personStep', 'about']);
  actor.stop();
});

test('an entry of another page is left alone', async () => {
  keep({ ...account, step: 'about' });
  const { actor, shown } = start();
  history.go(-3);
  await expect.poll(() => location.hash).toBe('#/pricing');
  expect([shown(), history.state]).toEqual(['personStep', null]);
  actor.stop();
});

test('who is logged in is offered the app, unless a sign-up goes on', () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${cookieNames.signedIn}=1`);
  const offered = start();
  expect(offered.actor.getSnapshot().value).toBe('offeringApp');
  offered.actor.stop();
  keep({ step: 'company' });
  const resumed = start();
  expect(resumed.shown()).toBe('companyStep');
  resumed.actor.stop();
});
