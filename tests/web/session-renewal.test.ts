// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import { PASSKEYS_ID } from '#contract/account.ts';
import type { CallName } from '#contract/calls/all-calls.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { passkeyCalls } from '#contract/calls/passkeys.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { LOGIN_ADDRESS, LOGIN_PATH } from '#contract/session.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { account, email, fields } from '#paths/options/wizard-steps.ts';
import { logIn } from '#web/api/calls/login.ts';
import { callAuthenticated } from '#web/api/client.ts';
import { createLogin, loginOptions } from '#web/flows/login.ts';
import {
  passkeyList,
  passkeyListOptions,
  resetPasskeys,
  resetPasskeysOptions,
} from '#web/flows/passkey-list.ts';
import { reauthentication } from '#web/flows/reauthentication.ts';
import { isSignedIn, withSession } from '#web/flows/session.ts';
import { signUp, signUpOptions } from '#web/flows/sign-up.ts';

const refuse = (status: number, code: string) => () =>
  Response.json({ error: { code, message: '' } }, { status });
const expired = refuse(401, 'unauthenticated');
const done = () => Response.json({});

const signedIn = { ATSEnabled: false, success: { uuid: 'u', status: 'accepted' } };

/** What the server says to other calls. */
const others: Partial<Record<CallName, () => Response>> = {
  login: () => Response.json(signedIn),
  passkeyLogin: () => Response.json(signedIn),
  passkeyLoginOptions: () => Response.json(passkeyCalls.passkeyLoginOptions.examples.response),
  createCompany: () => Response.json({ message: account.companyId }),
  uploadLogo: () => Response.json({ message: account.logoAddress }),
  createUser: () => Response.json({ message: account.userId }),
};

type Path = 'currentUser' | 'refresh' | 'logout';
type Answer = () => Response | Promise<Response>;

/** The calls in their order. */
let made: Path[];
/** The XSRF token of each call. */
let tokens: (string | null)[];

/** A server with these answers to each call in turn, the last one again and again. */
const serve = (answers: Record<Path, Answer[]>): void =>
  void vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit = {}) => {
    const nameIn = <Name extends CallName>(record: Partial<Record<Name, unknown>>) =>
      (Object.keys(record) as Name[]).find((name) => address.endsWith(endpoints[name][1]));
    const path = nameIn(answers);
    const other = nameIn(others);
    if (other) return others[other]?.();
    if (!path) return Response.json({ token: 't', retryAfter: 30 });
    made.push(path);
    tokens.push(new Headers(headers).get(XSRF_HEADER));
    const [first, ...rest] = answers[path];
    if (rest.length > 0) answers[path] = rest;
    return first?.();
  });

const load = () => callAuthenticated('currentUser', { staysOnPage: false });

beforeEach(async () => {
  made = [];
  tokens = [];
  localStorage.clear();
  // A login, which also starts a page anew that has logged out.
  await withSession(async () => ({ ok: true }))(undefined);
  history.replaceState(null, '', '#/resetPassword');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a session that has expired is renewed, and the call is made again, once', async () => {
  serve({ currentUser: [expired, done], refresh: [done], logout: [done] });
  expect(await load()).toMatchObject({ ok: true });
  expect(made).toEqual(['currentUser', 'refresh', 'currentUser']);
});

test('a session that cannot be renewed is ended, and the login page says so', async () => {
  serve({ currentUser: [expired], refresh: [expired], logout: [done] });
  expect(await load()).toMatchObject({ ok: false });
  expect(made).toEqual(['currentUser', 'refresh', 'logout']);
  expect(location.hash).toBe(`#${LOGIN_PATH}`);
  expect(history.state).toMatchObject({ isSessionEnded: true });
});

test('the session that is ended is the one that could not be renewed', async () => {
  const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${cookieNames.xsrf}=before`);
  const refresh = () => {
    cookie.mockReturnValue(`${cookieNames.xsrf}=of another login`);
    return expired();
  };
  serve({ currentUser: [expired], refresh: [refresh], logout: [done] });
  await load();
  expect(made.at(-1)).toBe('logout');
  expect(tokens.at(-1)).toBe('before');
});

test('a session that a login before a change has opened is renewed like any other', async () => {
  serve({ currentUser: [expired], refresh: [expired], logout: [done] });
  await load();
  const login = createActor(reauthentication, { input: { email }, systemId: 'root' }).start();
  const { otp } = login.getSnapshot().children;
  await expect.poll(() => otp?.getSnapshot().hasTag('codeEntry')).toBe(true);
  otp?.send({ type: 'code.changed', code: '123456' });
  otp?.send({ type: 'code.submitted' });
  await waitFor(login, (snapshot) => snapshot.matches('verified'));
  made = [];
  serve({ currentUser: [expired, done], refresh: [done], logout: [done] });
  // The clock may stand still between the login and the call.
  vi.setSystemTime(Number(localStorage.getItem(storageKeys.sessionRenewedAt)));
  expect(await load()).toMatchObject({ ok: true });
  expect(made).toEqual(['currentUser', 'refresh', 'currentUser']);
});

const never = () => new Promise<never>(() => {});

/** Logs in on the login page, which then asks who that is. */
const logInBy = async (
  send: (login: ActorRefFrom<ReturnType<typeof createLogin>>) => Promise<void> | void,
) => {
  const login = createActor(createLogin(never), loginOptions(null)).start();
  login.send({ type: 'email.changed', email: 'by.form@acme.example' });
  login.send({ type: 'consent.given' });
  await send(login);
  await expect.poll(() => made).toContain('currentUser');
  login.stop();
};

const byPassword = () =>
  logInBy((login) => {
    login.send({ type: 'password.changed', password: 'four words that nobody guesses' });
    login.send({ type: 'login.submitted' });
  });

const byCode = () =>
  logInBy(async (login) => {
    login.send({ type: 'code.requested' });
    const otp = () => login.getSnapshot().children.otp;
    await expect.poll(() => otp()?.getSnapshot().hasTag('codeEntry')).toBe(true);
    otp()?.send({ type: 'code.changed', code: '123456' });
    login.send({ type: 'code.submitted' });
  });

const byPasskey = async () => {
  vi.stubGlobal('PublicKeyCredential', () => {});
  const { buffer } = new Uint8Array(1);
  const signed = { clientDataJSON: buffer, authenticatorData: buffer, signature: buffer };
  const credential = { id: 'p', rawId: buffer, type: 'public-key', response: signed };
  const get = async () => ({ ...credential, getClientExtensionResults: () => ({}) });
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  await logInBy(async (login) => {
    const passkey = () => login.getSnapshot().children.passkey?.getSnapshot();
    await expect.poll(() => passkey()?.matches({ open: { ceremony: 'offered' } })).toBe(true);
    login.send({ type: 'passkey.requested' });
  });
  Reflect.deleteProperty(navigator, 'credentials');
};

const bySignUp = async () => {
  const draft = { email, fields, hasAcceptedTerms: true, step: 'company' };
  const ticketEndsAt = Date.now() + HOUR_MS;
  localStorage.setItem(storageKeys.signUpDraft, JSON.stringify({ ...draft, ticketEndsAt }));
  const actor = createActor(signUp, signUpOptions('', null)).start();
  const steps = () => actor.getSnapshot().children.wizard?.getSnapshot().children;
  const file = new File(['bytes'], 'logo.png', { type: 'image/png' });
  steps()?.companyStep?.send({ type: 'logo.chosen', logo: { file, isDropped: false } });
  steps()?.companyStep?.send({ type: 'company.submitted' });
  await expect.poll(() => Object.keys(steps() ?? {})).toContain('personStep');
  actor.stop();
};

test.each([
  ['a password', byPassword],
  ['a code', byCode],
  ['a passkey', byPasskey],
  ['a sign-up', bySignUp],
])('a session that %s has opened on a page that was logged out is renewed too', async (_, open) => {
  serve({ currentUser: [expired, never], refresh: [expired], logout: [done] });
  await load();
  made = [];
  await open();
  made = [];
  serve({ currentUser: [expired, done], refresh: [done], logout: [done] });
  expect(await load()).toMatchObject({ ok: true });
  expect(made).toEqual(['currentUser', 'refresh', 'currentUser']);
});

test.each([
  ['of the signed-in page leads to the login', passkeyList, passkeyListOptions, LOGIN_PATH],
  ['beside a new password does not', resetPasskeys, resetPasskeysOptions, '/resetPassword'],
] as const)('without a session, the list of passkeys %s', async (_, list, optionsOf, path) => {
  const refuseList: typeof fetch = async (address) =>
    String(address).endsWith(endpoints.xsrf[1]) ? Response.json({ token: 't' }) : expired();
  vi.stubGlobal('fetch', refuseList);
  const actor = createActor(list, optionsOf(email)).start();
  await waitFor(actor, (snapshot) => snapshot.matches('unavailable'));
  expect(location.hash).toBe(`#${path}`);
  actor.stop();
});

test('a login that was refused on a page that was logged out leaves nothing to renew', async () => {
  serve({ currentUser: [expired], refresh: [expired], logout: [done] });
  await load();
  await withSession(async () => ({ ok: false }))(undefined);
  made = [];
  expect(await load()).toMatchObject({ ok: false });
  expect(made).toEqual(['currentUser']);
});

test('a server that breaks while a session is renewed logs nobody out', async () => {
  serve({ currentUser: [expired], refresh: [refuse(500, 'unexpected')], logout: [done] });
  expect(await load()).toMatchObject({ ok: false });
  expect(made).toEqual(['currentUser', 'refresh']);
  expect(location.hash).toBe('#/resetPassword');
});

test('a login in another tab meanwhile is kept, and used', async () => {
  serve({
    currentUser: [expired, done],
    refresh: [expired, done],
    logout: [refuse(403, 'xsrf')],
  });
  expect(await load()).toMatchObject({ ok: true });
  expect(made).toEqual(['currentUser', 'refresh', 'logout', 'refresh', 'currentUser']);
  expect(location.hash).toBe('#/resetPassword');
});

test.each([
  ['a renewal by another tab since the call is used', 60_000, ['currentUser', 'currentUser']],
  [
    'a renewal from before the call is not enough',
    -60_000,
    ['currentUser', 'refresh', 'currentUser'],
  ],
])('%s', async (_, since, calls) => {
  const now = Date.now();
  let time = now;
  vi.spyOn(Date, 'now').mockImplementation(() => time);
  serve({
    currentUser: [
      () => {
        time = now + 120_000;
        localStorage.setItem(storageKeys.sessionRenewedAt, String(now + since));
        return expired();
      },
      done,
    ],
    refresh: [done],
    logout: [done],
  });
  expect(await load()).toMatchObject({ ok: true });
  expect(made).toEqual(calls);
});

test('a renewal in the future, from before the clock was set back, is not used', async () => {
  localStorage.setItem(storageKeys.sessionRenewedAt, String(Date.now() + 3_600_000));
  serve({ currentUser: [expired, done], refresh: [done], logout: [done] });
  expect(await load()).toMatchObject({ ok: true });
  expect(made).toContain('refresh');
});

test('the signed-in page, which has no routes, is left for the login page, which says why', async () => {
  document.body.innerHTML = `<div id="${PASSKEYS_ID}"></div>`;
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  serve({ currentUser: [expired], refresh: [expired], logout: [done] });
  await load();
  expect(location.pathname + location.hash).toBe(LOGIN_ADDRESS);
  expect(history.state).toEqual({ isSessionEnded: true });
  expect(reload).toHaveBeenCalledOnce();
  document.body.innerHTML = '';
});

/** Another tab that holds the lock of the session until `release`. */
const lockByOtherTab = () => {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld = true;
  void released.then(() => (isHeld = false));
  const request = vi.fn(
    async (
      _: string,
      { ifAvailable, signal }: LockOptions,
      run: (lock: object | null) => unknown,
    ) => {
      if (ifAvailable && isHeld) return run(null);
      await Promise.race([released, signal?.aborted ? Promise.reject(signal.reason) : released]);
      return run({});
    },
  );
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  return { release, request };
};
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

test.each([
  [
    'a session that another tab renews meanwhile is used',
    done,
    ['currentUser', 'currentUser', 'currentUser'],
  ],
  [
    'a session that another tab could not renew is renewed here',
    expired,
    ['currentUser', 'currentUser', 'refresh', 'currentUser'],
  ],
])('%s', async (_, second, calls) => {
  const { release, request } = lockByOtherTab();
  serve({ currentUser: [expired, second, done], refresh: [done], logout: [done] });
  const loading = load();
  await expect.poll(() => request).toHaveBeenCalledTimes(2);
  release();
  expect(await loading).toMatchObject({ ok: true });
  expect(made).toEqual(calls);
});

test('a renewal that failed under the lock is not tried again without it', async () => {
  lockByOtherTab().release();
  serve({ currentUser: [expired], refresh: [refuse(500, 'unexpected')], logout: [done] });
  await load();
  expect(made).toEqual(['currentUser', 'refresh']);
});

const credentials = { email, password: 'four words that nobody guesses' };

test('a login waits no longer than its limit for a tab that keeps the lock', async () => {
  lockByOtherTab();
  serve({ currentUser: [done], refresh: [done], logout: [done] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  const logged = vi.fn();
  void logIn(credentials).then(logged);
  await expect.poll(() => logged).toHaveBeenCalledWith(expect.objectContaining({ ok: true }));
});

test.each([
  ['counts as its renewal', () => Response.json(signedIn), ['currentUser', 'currentUser']],
  ['that was refused does not', expired, ['currentUser', 'refresh', 'currentUser']],
])('a login while a call is under way %s', async (_, answer, calls) => {
  vi.spyOn(others, 'login').mockImplementation(answer);
  const logInMeanwhile = async () => {
    vi.setSystemTime(Date.now() + 1);
    await logIn(credentials);
    return expired();
  };
  serve({ currentUser: [logInMeanwhile, done], refresh: [done], logout: [done] });
  expect(await load()).toMatchObject({ ok: true });
  expect(made).toEqual(calls);
});

test.each([
  ['a renewal is told to the other tabs', done, true],
  ['one that failed is not', expired, false],
])('%s', async (_, refresh, isTold) => {
  serve({ currentUser: [expired, done], refresh: [refresh], logout: [done] });
  await load();
  expect(localStorage.getItem(storageKeys.sessionRenewedAt) !== null).toBe(isTold);
});

test.each([
  [`${cookieNames.signedIn}=1`, true],
  [`${cookieNames.signedIn}=0`, false],
  [`${cookieNames.signedIn}-before=1`, false],
  ['', false],
])('with the cookie %j, signed in is %s', (cookie, is) => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie);
  expect(isSignedIn()).toBe(is);
});
