import { expect } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { ageLimits } from './database/age-rows.ts';
import type { TestClient } from './http/test-client.ts';
import { completeBody, makeUser } from './sign-up-steps.ts';
import type { TestServer } from './test-server.ts';

/** The password of accounts from `makeAccount`. */
export const ACCOUNT_PASSWORD = 'a quite different passphrase';

export const loginCodePath = (email: string) => fillPath(paths.sendLoginCode, { email });

/** Signs up an accepted account, by default with a new address; `maker` is its client, still signed in. */
export const makeAccount = async (server: TestServer, email = server.email()) => {
  const maker = server.client();
  const made = await makeUser(server, maker, email);
  const completed = await maker.patch(paths.completeUser, completeBody(made.userId));
  expect(completed.status).toBe(200);
  return { ...made, maker };
};

export const logIn = (client: TestClient, email: string, password = ACCOUNT_PASSWORD) =>
  client.post(paths.login, { email, password });

export const logInByCode = (client: TestClient, email: string, otp: string) =>
  client.post(paths.login, { email, otp });

/** Requests a login code and reads it from the mail. */
export const receiveLoginCode = async (
  server: TestServer,
  client: TestClient,
  email: string,
): Promise<string> => {
  expect((await client.post(loginCodePath(email))).status).toBe(200);
  return server.mailbox.nextCode(email);
};

export const browserLinkPath = (email: string) => fillPath(paths.sendBrowserLink, { email });

/** The token in the next mailed link that makes a browser known. */
export const receiveBrowserToken = async (server: TestServer, email: string): Promise<string> => {
  const { text } = await server.mailbox.next(email, /^Your link/);
  const [, token = ''] = /\/#\/login\?browser=(\S+)/.exec(text) ?? [];
  return token;
};

/** Logs in with a mailed code. */
export const signInByCode = async (server: TestServer, client: TestClient, email: string) => {
  const code = await receiveLoginCode(server, client, email);
  const response = await logInByCode(client, email, code);
  expect(response.status).toBe(200);
  return response;
};

/** Sends so many wrong passwords, each from another network. */
export const failToLogIn = async (server: TestServer, email: string, times: number) => {
  for (let tries = 0; tries < times; tries += 1)
    expect((await logIn(server.client(), email, 'not the password')).status).toBe(401);
};

/** Ages the failed login attempts of an address. */
export const ageLoginFailures = ({ db }: TestServer, email: string, seconds: number) =>
  ageLimits(db, seconds, `password tries ${email}`);

/**
 * The audit rows of an address or its user as `event outcome`, oldest first. Refusals are rounded
 * to the minute.
 */
export const auditTrail = async ({ db }: TestServer, who: { email: string; userId?: string }) => {
  const rows = await db
    .selectFrom('audit')
    .where((on) =>
      on.or([
        on('email', '=', who.email),
        ...(who.userId === undefined ? [] : [on('user_id', '=', who.userId)]),
      ]),
    )
    .select(['event', 'outcome'])
    .orderBy('at')
    .execute();
  return rows.map(({ event, outcome }) => `${event} ${outcome}`);
};
