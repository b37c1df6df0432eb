// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { PASSKEYS_ID } from '#contract/account.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { LOGIN_ADDRESS, LOGIN_PATH } from '#contract/session.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { callAuthenticated } from '#web/api/client.ts';
import { reauthentication } from '#web/flows/reauthentication.ts';
import { isSignedIn, withSession } from '#web/flows/session.ts';

const refuse = (status: number, code: string) => () =>
  Response.json({ error: { code, message: '' } }, { status });
const expired = refuse(401, 'unauthenticated');
const done = () => Response.json({});

const signedIn = { ATSEnabled: false, success: { uuid: 'u', status: 'accepted' } };

type Path = 'currentUser' | 'refresh' | 'logout';

/** The calls in their order. */
let made: Path[];
/** The XSRF token of each call. */
let tokens: (string | null)[];

/** A server with these answers to each call in turn, the last one again and again. */
const serve = (answers: Record<Path, (() => Response)[]>): void =>
  void vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit = {}) => {
    const path = (Object.keys(answers) as Path[]).find((name) =>
      address.endsWith(endpoints[name][1]),
    );
    if (address.endsWith(endpoints.login[1])) return Response.json(signedIn);
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
afterEach(() => vi.unstubAllGlobals());

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
  const input = { email: 'asha@acme.example' };
  const login = createActor(reauthentication, { input, systemId: 'root' }).start();
  const { otp } = login.getSnapshot().children;
  await vi.waitFor(() => expect(otp?.getSnapshot().hasTag('codeEntry')).toBe(true));
  otp?.send({ type: 'code.changed', code: '123456' });
  otp?.send({ type: 'code.submitted' });
  await waitFor(login, (snapshot) => snapshot.matches('verified'));
  made = [];
  serve({ currentUser: [expired, done], refresh: [done], logout: [done] });
  expect(await load()).toMatchObject({ ok: true });
  expect(made).toEqual(['currentUser', 'refresh', 'currentUser']);
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

test.each([
  [`${cookieNames.signedIn}=1`, true],
  [`${cookieNames.signedIn}=0`, false],
  [`${cookieNames.signedIn}-before=1`, false],
  ['', false],
])('with the cookie %j, signed in is %s', (cookie, is) => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie);
  expect(isSignedIn()).toBe(is);
});
