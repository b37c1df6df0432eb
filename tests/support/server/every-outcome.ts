import { sql } from 'kysely';
import { expect } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import type { AuditEntry } from '#server/audit/audit.ts';
import { networkRates, rates } from '#server/limits/rates.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import {
  addPasskey,
  ageSessions,
  logInByPasskey,
  tryToAdd,
} from '#tests/support/passkeys/passkey-steps.ts';
import { ageLimits, passResendPause } from './database/age-rows.ts';
import { copyCookies } from './http/copy-cookies.ts';
import type { TestClient } from './http/test-client.ts';
import { pngLogo } from './images/png-logo.ts';
import { uploadLogo } from './images/upload-logo.ts';
import {
  ACCOUNT_PASSWORD,
  browserLinkPath,
  logIn,
  logInByCode,
  loginCodePath,
  receiveBrowserToken,
  receiveLoginCode,
  signInByCode,
} from './log-in-steps.ts';
import {
  companyBody,
  completeBody,
  differentCode,
  makeCompany,
  receiveCode,
  sendPath,
  userBody,
  verifyEmail,
  verifyPath,
} from './sign-up-steps.ts';
import type { TestServer } from './test-server.ts';

/** Every outcome that a client can cause for an account, by event. */
export const outcomes = {
  'code.requested': ['accepted', 'limited', 'registered'],
  'code.verified': ['accepted', 'limited', 'rejected'],
  'user.created': ['accepted'],
  'user.completed': ['accepted', 'rejected'],
  session: ['ended', 'expired', 'moved', 'rejected', 'replayed', 'revoked'],
  login: ['limited'],
  'login.password': ['accepted', 'closed', 'rejected'],
  'login.code': ['accepted', 'closed', 'rejected'],
  'login.code.requested': ['accepted', 'limited'],
  'login.passkey': ['accepted', 'cloned', 'closed', 'rejected'],
  'browser.link.requested': ['accepted', 'limited'],
  'browser.known': ['accepted', 'rejected'],
  'password.changed': ['accepted', 'rejected'],
  'passkey.added': ['accepted', 'rejected'],
  'passkey.renamed': ['accepted', 'rejected'],
  'passkey.removed': ['accepted', 'rejected'],
  'ticket.revoked': ['accepted'],
  'company.created': ['accepted'],
  'company.updated': ['accepted'],
  'logo.stored': ['accepted'],
} as const satisfies Record<Exclude<AuditEntry['event'], `operator.${string}`>, readonly string[]>;

const DAY_S = 24 * 60 * 60;
const REFRESH_GRACE_S = 11;
const NO_ID = '00000000-0000-4000-8000-000000000000';

const statusOf = async (response: Promise<{ status: number }>) => (await response).status;

const signUp = async (server: TestServer, maker: TestClient, email: string): Promise<string> => {
  const code = await receiveCode(server, maker, email);
  expect(await statusOf(maker.post(sendPath(email)))).toBe(429);
  expect(await statusOf(maker.get(verifyPath(email, differentCode(code))))).toBe(400);
  const guesser = server.client();
  while ((await statusOf(guesser.get(verifyPath(email, '000000')))) !== 429);
  await ageLimits(server.db, DAY_S);
  // The guesses have used up the code.
  const companyId = await makeCompany(server, maker, email);
  expect(await statusOf(maker.post(paths.createCompany, companyBody))).toBe(200);
  const logo = (await pngLogo()).buffer;
  expect(await statusOf(uploadLogo(maker, companyId, logo))).toBe(200);
  const sales = { companyName: 'Bright Freight', userName: 'Asha Rao', userEmail: email };
  expect(await statusOf(maker.post(paths.notifySales, sales))).toBe(200);
  const user = await maker.post(paths.createUser, userBody(companyId, email));
  const userId = user.body.message;
  expect(await statusOf(maker.patch(paths.completeUser, completeBody(userId)))).toBe(200);
  const other = completeBody(userId, 'not the password of the account');
  expect(await statusOf(maker.patch(paths.completeUser, other))).toBe(403);
  const profile = { uuid: companyId, name: 'Bright', about: 'Freight.' };
  expect(await statusOf(maker.patch(paths.updateCompany, profile))).toBe(200);
  expect(await statusOf(server.client().post(sendPath(email)))).toBe(409);
  return userId;
};

const guessPasswords = async (server: TestServer, maker: TestClient, email: string) => {
  const guess = (client: TestClient) => statusOf(logIn(client, email, 'not the password'));
  expect(await guess(server.client())).toBe(401);
  while ((await guess(server.client())) !== 429);
  // A known browser: its own limits, then that of its network.
  const { count, periodMs } = networkRates.logins;
  const since = Date.now();
  const givenBack = () => ((Date.now() - since) * count) / periodMs;
  for (let tries = 0; tries <= count + givenBack(); tries += 1) await guess(maker);
  await ageLimits(server.db, DAY_S);
};

const guessCodes = async (server: TestServer, maker: TestClient, email: string) => {
  const code = await receiveLoginCode(server, maker, email);
  expect(await statusOf(maker.post(loginCodePath(email)))).toBe(429);
  await receiveLoginCode(server, server.client(), email);
  const guess = () => statusOf(logInByCode(server.client(), email, differentCode(code)));
  expect(await guess()).toBe(400);
  while ((await guess()) !== 429);
  expect(await statusOf(logInByCode(maker, email, differentCode(code)))).toBe(400);
  expect(await statusOf(logInByCode(maker, email, code))).toBe(200);
  await ageLimits(server.db, DAY_S);
};

const endSessions = async (server: TestServer, email: string, userId: string) => {
  const client = server.client();
  expect(await statusOf(logIn(client, email))).toBe(200);
  const thief = copyCookies(client, server.client());
  expect(await statusOf(thief.post(paths.refresh))).toBe(200);
  await sql`update sessions set renewed_at = renewed_at - make_interval(secs => ${REFRESH_GRACE_S})
    where user_id = ${userId}`.execute(server.db);
  expect(await statusOf(client.post(paths.refresh))).toBe(401);
  expect(await statusOf(thief.post(paths.refresh))).toBe(401);
  expect(await statusOf(logIn(client, email))).toBe(200);
  await ageSessions(server.db, userId, RECENT_LOGIN_MS);
  expect(await statusOf(client.post(paths.endOtherSessions))).toBe(403);
  expect(await statusOf(client.post(paths.logout))).toBe(200);
};

const changePassword = async (
  server: TestServer,
  maker: TestClient,
  { email, userId }: { email: string; userId: string },
) => {
  const change = { uuid: userId, status: 'accepted', password: ACCOUNT_PASSWORD };
  const client = server.client();
  await logIn(client, email);
  expect(await statusOf(client.patch(paths.updatePassword, change))).toBe(403);
  await passResendPause(server.db);
  await signInByCode(server, maker, email);
  expect(await statusOf(maker.patch(paths.updatePassword, change))).toBe(200);
};

const usePasskeys = async (server: TestServer, maker: TestClient) => {
  const { passkey, listed } = await addPasskey(maker, { counter: 7 });
  expect((await tryToAdd(maker, { isUserVerified: false })).response.status).toBe(400);
  const { id } = listed;
  expect(await statusOf(maker.post(paths.renamePasskey, { id, name: 'Phone' }))).toBe(200);
  expect(await statusOf(maker.post(paths.renamePasskey, { id: NO_ID, name: 'Phone' }))).toBe(404);
  expect(await statusOf(maker.post(paths.removePasskey, { id: NO_ID }))).toBe(404);
  expect(await statusOf(logInByPasskey(server.client(), passkey))).toBe(200);
  expect(await statusOf(logInByPasskey(server.client(), passkey, { counter: 1 }))).toBe(400);
  const guess = () => statusOf(logInByPasskey(server.client(), passkey, { isUserVerified: false }));
  while ((await guess()) !== 429);
  const { listed: second } = await addPasskey(maker, {}, 'Key');
  expect(await statusOf(maker.post(paths.removePasskey, { id: second.id }))).toBe(200);
};

const useLinks = async (server: TestServer, email: string) => {
  const client = server.client();
  for (let count = 0; count < rates.browserLinks.count; count += 1)
    expect(await statusOf(client.post(browserLinkPath(email)))).toBe(200);
  expect(await statusOf(client.post(browserLinkPath(email)))).toBe(429);
  const token = await receiveBrowserToken(server, email);
  expect(await statusOf(client.post(paths.knowBrowser, { token }))).toBe(200);
  expect(await statusOf(client.post(paths.knowBrowser, { token: `${token}x` }))).toBe(400);
};

/** Limits and outcomes of an address that has no account. */
const signUpHalfway = async (server: TestServer, email: string) => {
  const leaving = server.client();
  await verifyEmail(server, leaving, email);
  expect(await statusOf(leaving.post(paths.logout))).toBe(200);
  await passResendPause(server.db);
  const client = server.client();
  await makeCompany(server, client, email);
  expect(await statusOf(client.post(paths.requestDemo, demoRequest(email)))).toBe(200);
  expect(await statusOf(logIn(server.client(), email))).toBe(401);
};

/**
 * Causes every outcome for a new account and touches every limit, from two browsers and several networks.
 * Mails that wait in the outbox are left as well.
 *
 * @returns the user's id and a browser that is logged in
 */
export const causeEveryOutcome = async (
  server: TestServer,
  email: string,
): Promise<{ userId: string; browser: TestClient }> => {
  const browser = server.client();
  const userId = await signUp(server, browser, email);
  await guessPasswords(server, browser, email);
  await guessCodes(server, browser, email);
  await endSessions(server, email, userId);
  await changePassword(server, browser, { email, userId });
  await usePasskeys(server, browser);
  await useLinks(server, email);
  expect(await statusOf(browser.post(paths.requestDemo, demoRequest(email)))).toBe(200);
  await ageLimits(server.db, DAY_S);
  expect(await statusOf(browser.get(fillPath(paths.signUpMail, { email })))).toBe(200);
  await signUpHalfway(server, email.replace(/(\+\w+)?@/, '+halfway@'));
  await ageLimits(server.db, DAY_S);
  server.mailbox.failure = new Error('Nobody is there.');
  expect(await statusOf(browser.post(loginCodePath(email)))).toBe(200);
  expect(await statusOf(server.client().post(loginCodePath(email)))).toBe(200);
  expect(
    await statusOf(browser.post(paths.requestDemo, { ...demoRequest(email), message: 'Again.' })),
  ).toBe(200);
  return { userId, browser };
};

const widened = (word: string, of: readonly { name: string }[]) =>
  of.map(({ name }) => `${word} ${name}`);

/** The names of all limits, with which their keys begin. */
export const limitNames = [
  ...Object.values({ ...rates, ...networkRates }).map(({ name }) => name),
  ...widened('wide', Object.values(networkRates)),
  ...widened('known', [networkRates.codes, networkRates.logins]),
];
