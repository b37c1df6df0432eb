import { expect, vi } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames } from '#contract/cookies.ts';
import { ACCOUNT_PASSWORD } from '../server/log-in-steps.ts';
import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { companyBody, completeBody, userBody } from '../server/sign-up-steps.ts';
import { exchange, type RawResponse, toBytes } from './raw-exchange.ts';

/** The progress of a client through sign-up and login, in order. */
export const STAGES = [
  'anonymous',
  'codeRequested',
  'verified',
  'companyCreated',
  'sent',
  'accepted',
  'codeLogin',
] as const;
export type AccountStage = (typeof STAGES)[number];

export interface FuzzClient {
  email: string;
  password: string;
  companyId: string;
  userId: string;
  logo: string;
  cookies: Map<string, string>;
  network: string;
}

/** The server and the mailbox that the clients use. */
export interface FuzzedSite {
  port: number;
  smtp: SmtpInbox;
}

const PATIENCE = { timeout: 20_000, interval: 5 };

let count = 0;

/** The latest code that was mailed to an address. */
export const latestCode = ({ smtp }: FuzzedSite, email: string): string => {
  const mail = smtp.received.findLast(({ recipients }) => recipients.includes(email));
  return /^\d{6}/.exec(mail?.mail.text ?? '')?.[0] ?? '000000';
};

/** Stores the cookies of a response as a browser does. */
export const storeCookies = (client: FuzzClient, { cookies }: RawResponse): void => {
  for (const [name, value] of cookies)
    if (value === '') client.cookies.delete(name);
    else client.cookies.set(name, value);
};

/** The header lines of a call from a page of the site. */
export const headersOf = (port: number, { cookies, network }: FuzzClient): string[] => [
  `Host: localhost:${port}`,
  `Origin: http://localhost:${port}`,
  `X-Forwarded-For: ${network}`,
  `X-XSRF-TOKEN: ${cookies.get(cookieNames.xsrf) ?? ''}`,
  `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
];

/** Makes a call that must succeed; returns the response's `message`. */
export const call = async (
  { port }: FuzzedSite,
  client: FuzzClient,
  method: string,
  path: string,
  payload?: object,
): Promise<string> => {
  const headers = headersOf(port, client);
  const body = payload && Buffer.from(JSON.stringify(payload));
  if (body) headers.push('Content-Type: application/json');
  const response = await exchange(port, toBytes({ method, path, headers, body, isChunked: false }));
  if (response.status !== 200)
    throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
  storeCookies(client, response);
  return JSON.parse(response.text).message ?? '';
};

const requestCode = async (site: FuzzedSite, client: FuzzClient, path: string) => {
  const mailed = site.smtp.received.length;
  await call(site, client, 'POST', path);
  await vi.waitFor(
    () =>
      expect(site.smtp.received.slice(mailed).flatMap(({ recipients }) => recipients)).toContain(
        client.email,
      ),
    PATIENCE,
  );
};

const steps: Record<AccountStage, (site: FuzzedSite, client: FuzzClient) => Promise<void>> = {
  anonymous: async (site, client) => {
    await call(site, client, 'GET', paths.xsrf);
  },
  codeRequested: (site, client) =>
    requestCode(site, client, fillPath(paths.sendSignUpCode, { email: client.email })),
  verified: async (site, client) => {
    const code = latestCode(site, client.email);
    await call(
      site,
      client,
      'GET',
      fillPath(paths.verifySignUpCode, { email: client.email, code }),
    );
  },
  companyCreated: async (site, client) => {
    client.companyId = await call(site, client, 'POST', paths.createCompany, companyBody);
  },
  sent: async (site, client) => {
    const body = userBody(client.companyId, client.email);
    client.userId = await call(site, client, 'POST', paths.createUser, body);
    client.password = body.password;
  },
  accepted: async (site, client) => {
    // A password of its own, so that no client logs in as another one.
    const password = `${ACCOUNT_PASSWORD} of ${client.email}`;
    await call(site, client, 'PATCH', paths.completeUser, completeBody(client.userId, password));
    client.password = password;
  },
  codeLogin: async (site, client) => {
    await requestCode(site, client, fillPath(paths.sendLoginCode, { email: client.email }));
    const otp = latestCode(site, client.email);
    await call(site, client, 'POST', paths.login, { email: client.email, otp });
  },
};

/** Creates a client at this stage through the same calls that a browser makes. */
export const createClientAt = async (
  site: FuzzedSite,
  stage: AccountStage,
): Promise<FuzzClient> => {
  count += 1;
  const client: FuzzClient = {
    email: `person-${count}@fuzzed-${count}.example`,
    password: ACCOUNT_PASSWORD,
    companyId: '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b',
    userId: '7f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b',
    logo: `${'b'.repeat(22)}.png`,
    cookies: new Map(),
    network: `2001:db8:${(count >> 16).toString(16)}:${(count & 0xffff).toString(16)}::1`,
  };
  for (const step of STAGES.slice(0, STAGES.indexOf(stage) + 1)) await steps[step](site, client);
  return client;
};
