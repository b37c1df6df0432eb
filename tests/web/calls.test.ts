// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallName } from '#contract/calls/all-calls.ts';
import { fillPath } from '#contract/calls/call.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import type { DemoFields } from '#contract/demo-request.ts';
import { HOUR_MS } from '#contract/durations.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { companyFieldsOf, joinLocations } from '#machines/rules/sign-up.ts';
import { fields as signUpFields } from '#paths/options/wizard-steps.ts';
import { requestDemo } from '#web/api/calls/demo.ts';
import { changePassword, logIn, sendLoginCode } from '#web/api/calls/login.ts';
import { removePasskey } from '#web/api/calls/passkey-list.ts';
import { endSessions } from '#web/api/calls/session-list.ts';
import {
  completeUser,
  createCompany,
  createUser,
  describeCompany,
  sendSignUpCode,
  uploadLogo,
  verifySignUpCode,
} from '#web/api/calls/sign-up.ts';
import { callApi } from '#web/api/client.ts';
import { rememberPerson, sentPerson } from '#web/platform/sent-request.ts';

interface Sent {
  path: string;
  token: string | null;
  body: unknown;
  credentials: RequestCredentials | undefined;
}

let sent: Sent[];
/** The token that the server gives now; an older one is refused. */
let token: string;

const refuse = (status: number, code: string, retryAfter?: number): Response =>
  Response.json(
    { error: { code, message: '' } },
    { status, headers: retryAfter ? { 'retry-after': String(retryAfter) } : {} },
  );

/** A server that answers each call with these answers in turn, the last one again and again. */
const serve = (...answers: (() => Response | Promise<Response>)[]): void =>
  void vi.stubGlobal(
    'fetch',
    async (path: string, { headers = {}, body = '', credentials }: RequestInit = {}) => {
      if (path.endsWith(endpoints.xsrf[1])) return Response.json({ token });
      sent.push({
        path,
        token: new Headers(headers).get(XSRF_HEADER),
        body: typeof body === 'string' && body ? JSON.parse(body) : undefined,
        credentials,
      });
      return (answers.length > 1 ? answers.shift() : answers[0])?.();
    },
  );

beforeEach(() => {
  sent = [];
  token = 'first';
  sessionStorage.clear();
  window.dataLayer = [];
});
afterEach(() => vi.unstubAllGlobals());

const callsOf = (name: CallName, parameters: Record<string, string>): Sent[] =>
  sent.filter(({ path }) => path.endsWith(fillPath(endpoints[name][1], parameters)));

const credentials = { email: 'asha@acme.example', password: 'long enough to log in' };

test('a call that was refused for its token is made again with a new one, which is kept', async () => {
  const done = () => Response.json({});
  serve(done, () => refuse(403, 'xsrf'), done);
  await callApi('login', { body: credentials });
  token = 'second';
  expect(await callApi('login', { body: credentials })).toMatchObject({ ok: true });
  await callApi('login', { body: credentials });
  expect(sent.map((call) => call.token).slice(-2)).toEqual(['second', 'second']);
});

test.each([
  ['a gateway that has no server behind it', 502, 'network'],
  ['a server that broke', 500, 'unexpected'],
])('%s is told apart by its status', async (_, status, code) => {
  serve(() => new Response('<h1>Error</h1>', { status }));
  expect(await callApi('login', { body: credentials })).toMatchObject({ failure: { code } });
});

test.each([
  [401, 'unauthenticated', { ok: false, isRateLimited: false }],
  [400, 'request_invalid', { ok: false, isRateLimited: false }],
  [429, 'too_many_requests', { ok: false, isRateLimited: true }],
])('a login that is refused with %i %s', async (status, code, result) => {
  serve(() => refuse(status, code));
  expect(await logIn(credentials)).toEqual(result);
});

test.each([
  [400, 'password_refused', 'refused'],
  [401, 'unauthenticated', 'stale'],
  [403, 'forbidden', 'stale'],
])('a new password that is refused with %i %s is %s', async (status, code, reason) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  serve(() => refuse(status, code));
  expect(await changePassword({ uuid: 'u', password: 'p' })).toEqual({ ok: false, reason });
  expect(warn).toHaveBeenCalledOnce();
});

test.each([
  [413, 'too_large', false],
  [415, 'media_type_unsupported', false],
  [401, 'ticket_missing', true],
  [403, 'forbidden', true],
])('a logo that is refused with %i %s', async (status, code, isTicketRejected) => {
  serve(() => refuse(status, code));
  const logo = new File(['x'], 'logo.png', { type: 'image/png' });
  expect(await uploadLogo({ companyId: 'c', logo })).toEqual({ ok: false, isTicketRejected });
});

test.each([
  [401, 'unauthenticated', 'signedOut'],
  [403, 'forbidden', 'accepted'],
  [400, 'password_refused', 'common'],
  [429, 'too_many_requests', 'other'],
])('an account that is refused with %i %s is %s', async (status, code, reason) => {
  serve(() => refuse(status, code));
  const user = { userId: 'u', name: 'Asha', password: 'p' };
  expect(await completeUser(user)).toEqual({ ok: false, reason });
});

test.each([
  [404, 'not_found', 'gone'],
  [403, 'forbidden', 'forbidden'],
  [429, 'too_many_requests', 'rateLimited'],
])('a session whose end is refused with %i %s is told as %s', async (status, code, notice) => {
  serve(() => refuse(status, code));
  expect(await endSessions({ id: 's' })).toEqual({ ok: false, notice });
});

test('one session is ended by its id, the others of the account without one', async () => {
  serve(() => Response.json({}));
  await endSessions({ id: 's' });
  await endSessions({});
  expect(sent.slice(-2).map(({ path, body }) => ({ path, body }))).toEqual([
    { path: expect.stringMatching(`${endpoints.endSession[1]}$`), body: { id: 's' } },
    { path: expect.stringMatching(`${endpoints.endOtherSessions[1]}$`), body: undefined },
  ]);
});

test('a company has the scheme of its website, and its id is kept', async () => {
  serve(() => Response.json({ message: 'new' }));
  const company = {
    ...companyFieldsOf(signUpFields),
    name: ' Acme ',
    locations: ['Delhi', 'Pune'],
  };
  const { email } = credentials;
  expect(await createCompany({ email, company, chosenPlan: undefined })).toEqual({
    ok: true,
    companyId: 'new',
  });
  expect(sent[0]?.body).toMatchObject({
    name: 'Acme',
    website: `https://${signUpFields.website}`,
    location: joinLocations(company.locations),
    email,
  });
  // Also to an API on another host.
  expect(sent[0]?.credentials).toBe('include');
  expect(localStorage.getItem(storageKeys.companyId)).toBe('new');
});

const profile = { companyId: 'c', name: 'Acme', about: '', chosenPlan: undefined };

test('a profile that the server refuses keeps nobody from the app', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  serve(() => refuse(500, 'unexpected'));
  await describeCompany(profile);
  expect(warn).toHaveBeenCalledOnce();
});

test('a profile that is saved offline keeps the visitor and the text on the page', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  serve(() => refuse(500, 'unexpected'));
  await expect(describeCompany(profile)).rejects.toThrow();
});

test('a code is sent once in its pause, and again when it was used up', async () => {
  const email = 'once@acme.example';
  const done = () => Response.json({ retryAfter: 30, ticketSeconds: 7200 });
  serve(done);
  const first = await sendSignUpCode({ email });
  expect(first).toMatchObject({ ok: true });
  const { resendAt } = first;
  const again = { ok: true, isPaused: true, isElsewhere: false, resendAt };
  expect(await sendSignUpCode({ email })).toEqual(again);
  expect(callsOf('sendSignUpCode', { email })).toHaveLength(1);
  await verifySignUpCode({ email, code: '123456' });
  await sendSignUpCode({ email });
  expect(callsOf('sendSignUpCode', { email })).toHaveLength(2);
});

test('of a code that this page has not asked for, it does not say that it was sent', async () => {
  const email = 'elsewhere@acme.example';
  serve(() => refuse(429, 'resend_pause', 20));
  const elsewhere = { ok: true, isPaused: true, isElsewhere: true };
  expect(await sendLoginCode({ email })).toMatchObject(elsewhere);
  expect(await sendLoginCode({ email })).toMatchObject(elsewhere);
  expect(callsOf('sendLoginCode', { email })).toHaveLength(1);
});

test('a code is sent again once its pause is over', async () => {
  const email = 'later@acme.example';
  serve(() => Response.json({ retryAfter: 30 }));
  const { resendAt } = await sendLoginCode({ email });
  vi.spyOn(Date, 'now').mockReturnValue(resendAt);
  expect(await sendLoginCode({ email })).not.toHaveProperty('isPaused');
  expect(callsOf('sendLoginCode', { email })).toHaveLength(2);
});

test('a code of the sign-up is none of the login: the login sends its own in the same pause', async () => {
  const email = 'both@acme.example';
  serve(() => Response.json({ retryAfter: 30 }));
  await sendSignUpCode({ email });
  expect(await sendLoginCode({ email })).not.toHaveProperty('isPaused');
  expect(callsOf('sendLoginCode', { email })).toHaveLength(1);
});

test('a pause from before the clock was set back is over', async () => {
  const email = 'clock@acme.example';
  serve(() => Response.json({ retryAfter: 30 }));
  await sendSignUpCode({ email });
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now - HOUR_MS);
  expect(await sendSignUpCode({ email })).not.toHaveProperty('isPaused');
  expect(callsOf('sendSignUpCode', { email })).toHaveLength(2);
});

test('who asked for too many codes waits as long as the server says', async () => {
  serve(() => refuse(429, 'too_many_requests', 90));
  const now = Date.now();
  const refused = await sendSignUpCode({ email: 'often@acme.example' });
  expect(refused).toMatchObject({ ok: false, notice: 'codeNotSent', isRefused: false });
  expect(refused.resendAt).toBeGreaterThanOrEqual(now + 90_000);
});

const fields: DemoFields = {
  name: 'Asha',
  email: 'asha@acme.example',
  organization: 'Acme',
  dialCode: '+91',
  phone: '9876543210',
  message: '',
  website: '',
};
const demo = { form: 'page', fields } as const;

test('analytics hears of a demo request that was received, and of no other', async () => {
  serve(() => refuse(500, 'unexpected'));
  await expect(requestDemo(demo)).rejects.toThrow();
  expect(window.dataLayer).toEqual([]);
  serve(() => Response.json({ message: 'received' }));
  await requestDemo(demo);
  expect(window.dataLayer).toEqual([{ event: 'thank you page' }]);
});

test('the calendar knows who asked for a demo, once that was received', async () => {
  serve(() => refuse(500, 'unexpected'));
  await expect(rememberPerson(requestDemo)(demo)).rejects.toThrow();
  expect(sentPerson()).toBeUndefined();
  serve(() => Response.json({ message: 'received' }));
  await rememberPerson(requestDemo)(demo);
  expect(sentPerson()).toEqual({ name: 'Asha', email: 'asha@acme.example' });
});

test('a server that does not take where a visitor came from gets the request without that', async () => {
  const arrival = {
    search: 'utm_source=x',
    referrer: '',
    landing: '/',
    at: '2026-01-01T00:00:00Z',
  };
  const arrivals = JSON.stringify({ first: arrival, last: arrival });
  sessionStorage.setItem(storageKeys.attribution, arrivals);
  serve(
    () => refuse(400, 'request_invalid'),
    () => Response.json({ message: 'received' }),
  );
  await requestDemo(demo);
  expect(sent).toHaveLength(2);
  expect(sent[0]?.body).toHaveProperty('attribution');
  expect(sent[1]?.body).not.toHaveProperty('attribution');
});

test('names and texts are sent without the white space around them', async () => {
  serve(() => Response.json({ message: 'updated' }));
  await describeCompany({ ...profile, name: ' Acme ', about: ' We hire. ' });
  await completeUser({ userId: 'u', name: ' Asha ', password: ' p ' });
  expect(sent.map(({ body }) => body)).toMatchObject([
    { name: 'Acme', about: 'We hire.' },
    // A password is what was typed.
    { name: 'Asha', password: ' p ' },
  ]);
});

test.each([
  [401, 'ticket_missing'],
  [403, 'forbidden'],
])('an account whose ticket is refused with %i %s needs another code', async (status, code) => {
  serve(() => refuse(status, code));
  const { email } = credentials;
  const refused = { ok: false, isTicketRejected: true };
  expect(await createUser({ companyId: 'c', email })).toEqual(refused);
});

test.each([
  [409, 'last_way_in', 'lastWayIn'],
  [404, 'not_found', 'gone'],
  [429, 'too_many_requests', 'rateLimited'],
])('a passkey whose removal is refused with %i %s is told as %s', async (status, code, notice) => {
  serve(() => refuse(status, code));
  expect(await removePasskey({ id: 'p' })).toEqual({ ok: false, notice });
});

test('an address that has an account is sent no code to sign up with', async () => {
  serve(() => refuse(409, 'email_registered'));
  const refused = await sendSignUpCode({ email: 'known@acme.example' });
  expect(refused).toMatchObject({ ok: false, notice: 'emailRegistered', isRefused: true });
});

test('a new password says which application its account has', async () => {
  serve(() => Response.json({ ATSEnabled: true }));
  expect(await changePassword({ uuid: 'u', password: 'p' })).toEqual({
    ok: true,
    isAtsEnabled: true,
  });
});

test('of several XSRF tokens in the cookie, the one that the server has given is sent', async () => {
  const { xsrf } = cookieNames;
  token = 'given';
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${xsrf}=${token}; ${xsrf}=planted`);
  serve(() => (sent.at(-1)?.token === token ? Response.json({}) : refuse(403, 'xsrf')));
  for (let times = 0; times < 2; times += 1)
    expect(await callApi('login', { body: credentials })).toMatchObject({ ok: true });
  expect(sent.map((call) => call.token)).toEqual(['planted', 'given', 'given']);
});
