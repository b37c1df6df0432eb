// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { endpoints } from '#contract/calls/endpoints.ts';
import { CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { createLogin, loginOptions } from '#web/flows/login.ts';
import { reauthentication } from '#web/flows/reauthentication.ts';
import { signUp, signUpOptions } from '#web/flows/sign-up.ts';

/** Addresses of the calls, and how many of them there are for a path. */
let made: string[];
const countOf = (path: string): number => made.filter((address) => address.includes(path)).length;

const MAIL = '/email/mail/';
const LOGIN_CODE = '/user/genOtp/';
const signedIn = {
  ATSEnabled: false,
  success: { uuid: '11111111-2222-3333-4444-555555555555', status: 'accepted' },
};

/** What the server says of a mail. */
let mail: () => Response | Promise<Response>;

const answer = async (address: string): Promise<Response> => {
  made.push(address);
  if (address.includes(MAIL)) return mail();
  if (address.endsWith(endpoints.login[1])) return Response.json(signedIn);
  return Response.json({ token: 't', retryAfter: 30 });
};

beforeEach(() => {
  made = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answer);
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const settle = () => wait(0);

/** A sign-up that was sent a code; each test has an address of its own, because pauses last. */
const startSignUp = async (email: string) => {
  const actor = createActor(signUp, signUpOptions('', { email })).start();
  actor.getSnapshot().children.emailVerification?.send({ type: 'code.requested' });
  await settle();
  return actor;
};

test('a mail that waits at the server is asked for when its next try is over', async () => {
  mail = () => Response.json({ message: 'postponed', retryAfter: 60 });
  const actor = await startSignUp('postponed@acme.example');
  await wait(MS_PER_S);
  expect(countOf(MAIL)).toBe(1);
  await wait(60 * MS_PER_S);
  expect(countOf(MAIL)).toBe(1);
  await wait(MS_PER_S);
  expect(countOf(MAIL)).toBe(2);
  actor.stop();
});

test('a mail is not asked for again once the page was left, also while an answer is under way', async () => {
  let reply: (response: Response) => void = () => {};
  mail = () => new Promise((resolve) => (reply = resolve));
  const actor = await startSignUp('left@acme.example');
  await wait(MS_PER_S);
  actor.stop();
  reply(Response.json({ message: 'trying' }));
  await wait(600 * MS_PER_S);
  expect(countOf(MAIL)).toBe(1);
});

test('the pause of a code goes with it when the login turns to the password', async () => {
  const login = createLogin(() => new Promise(() => {}));
  const actor = createActor(login, loginOptions(null)).start();
  const stored = () => JSON.parse(sessionStorage.getItem(storageKeys.loginDraft) ?? '{}');
  const email = 'turned@acme.example';
  actor.send({ type: 'email.changed', email });
  actor.send({ type: 'code.requested' });
  await settle();
  expect(stored()).toMatchObject({ email, resendAt: expect.any(Number) });
  actor.send({ type: 'password.requested' });
  expect(stored().email).toBe(email);
  expect(stored()).not.toHaveProperty('resendAt');
  actor.stop();
});

/** Begins a login before a change. */
const startReauthentication = async (email = 'again@acme.example') => {
  const actor = createActor(reauthentication, {
    input: { email },
    systemId: 'root',
  }).start();
  await settle();
  return actor;
};

test('a code that was used for a change is not asked for by the next one, which gets another', async () => {
  const first = await startReauthentication();
  expect(countOf(LOGIN_CODE)).toBe(1);
  first.send({ type: 'reauthentication.cancelled' });
  const second = await startReauthentication();
  expect(countOf(LOGIN_CODE)).toBe(1);
  second.getSnapshot().children.otp?.send({ type: 'code.changed', code: '123456' });
  second.getSnapshot().children.otp?.send({ type: 'code.submitted' });
  await settle();
  expect(second.getSnapshot().value).toBe('verified');
  await startReauthentication();
  expect(countOf(LOGIN_CODE)).toBe(2);
});

test.each([
  ['that was sent', () => Response.json({ message: 'sent' })],
  [
    'of a server of the version before, which does not know it,',
    () => new Response('', { status: 404 }),
  ],
])('a mail %s is not asked for again', async (what, answerOf) => {
  mail = answerOf;
  await startSignUp(`settled${what.length}@acme.example`);
  await wait(100 * MS_PER_S);
  expect(countOf(MAIL)).toBe(1);
});

test('a server that does not say what became of a mail is asked less and less, until the code has expired', async () => {
  mail = () => new Response('', { status: 500 });
  await startSignUp('unknown@acme.example');
  await wait(31 * MS_PER_S);
  expect(countOf(MAIL)).toBe(5);
  await wait(120 * MS_PER_S);
  expect(countOf(MAIL)).toBe(9);
  await wait(CODE_LIFETIME_MS);
  const asked = countOf(MAIL);
  await wait(CODE_LIFETIME_MS);
  expect(countOf(MAIL)).toBe(asked);
});

test('a login before a change asks for a code of its own for another account, and once the pause is over', async () => {
  const begin = async (email: string) => (await startReauthentication(email)).stop();
  await begin('one@acme.example');
  await begin('other@acme.example');
  expect(countOf(LOGIN_CODE)).toBe(2);
  await begin('other@acme.example');
  expect(countOf(LOGIN_CODE)).toBe(2);
  await wait(RESEND_PAUSE_MS);
  await begin('other@acme.example');
  expect(countOf(LOGIN_CODE)).toBe(3);
});
