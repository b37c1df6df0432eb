import { expect, vi } from 'vitest';
import { cookieNames } from '#contract/cookies.ts';
import { fillPath, paths } from '#contract/paths.ts';
import { ACCOUNT_PASSWORD } from '../log-in-steps.ts';
import { companyBody, completeBody, userBody } from '../sign-up-steps.ts';
import type { SmtpInbox } from '../smtp-inbox.ts';
import { exchange, toBytes, type WireAnswer } from './wire-answer.ts';

/** How far somebody has come. */
export const STAGES = [
  'stranger',
  'asked',
  'proved',
  'founder',
  'sent',
  'accepted',
  'byCode',
] as const;
export type Stage = (typeof STAGES)[number];

export interface Person {
  email: string;
  password: string;
  companyId: string;
  userId: string;
  logo: string;
  cookies: Map<string, string>;
  network: string;
}

/** A site under test, as its people reach it. */
export interface FuzzedSite {
  port: number;
  smtp: SmtpInbox;
}

const PATIENCE = { timeout: 20_000, interval: 5 };

let count = 0;

/** The newest code that an address was mailed. */
export const newestCode = ({ smtp }: FuzzedSite, email: string): string => {
  const mail = smtp.received.findLast(({ recipients }) => recipients.includes(email));
  return /^\d{6}/.exec(mail?.mail.text ?? '')?.[0] ?? '000000';
};

/** Keeps the cookies of an answer as a browser does. */
export const keepCookies = (person: Person, { cookies }: WireAnswer): void => {
  for (const [name, value] of cookies)
    if (value === '') person.cookies.delete(name);
    else person.cookies.set(name, value);
};

/** The header lines of a call that a page of the site makes. */
export const headersOf = (port: number, { cookies, network }: Person): string[] => [
  `Host: localhost:${port}`,
  `Origin: http://localhost:${port}`,
  `X-Forwarded-For: ${network}`,
  `X-XSRF-TOKEN: ${cookies.get(cookieNames.xsrf) ?? ''}`,
  `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
];

/** Makes a call that must succeed; answers its message. */
export const call = async (
  { port }: FuzzedSite,
  person: Person,
  method: string,
  path: string,
  payload?: object,
): Promise<string> => {
  const headers = headersOf(port, person);
  const body = payload && Buffer.from(JSON.stringify(payload));
  if (body) headers.push('Content-Type: application/json');
  const answer = await exchange(port, toBytes({ method, path, headers, body, isChunked: false }));
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  keepCookies(person, answer);
  return JSON.parse(answer.text).message ?? '';
};

const askForCode = async (site: FuzzedSite, person: Person, path: string) => {
  const mailed = site.smtp.received.length;
  await call(site, person, 'POST', path);
  await vi.waitFor(
    () =>
      expect(site.smtp.received.slice(mailed).flatMap(({ recipients }) => recipients)).toContain(
        person.email,
      ),
    PATIENCE,
  );
};

const steps: Record<Stage, (site: FuzzedSite, person: Person) => Promise<void>> = {
  stranger: async (site, person) => {
    await call(site, person, 'GET', paths.xsrf);
  },
  asked: (site, person) => askForCode(site, person, fillPath(paths.sendSignUpCode, person.email)),
  proved: async (site, person) => {
    const code = newestCode(site, person.email);
    await call(site, person, 'GET', fillPath(paths.verifySignUpCode, person.email, code));
  },
  founder: async (site, person) => {
    person.companyId = await call(site, person, 'POST', paths.createCompany, companyBody);
  },
  sent: async (site, person) => {
    const body = userBody(person.companyId, person.email);
    person.userId = await call(site, person, 'POST', paths.createUser, body);
    person.password = body.password;
  },
  accepted: async (site, person) => {
    await call(site, person, 'PATCH', paths.completeUser, completeBody(person.userId));
    person.password = ACCOUNT_PASSWORD;
  },
  byCode: async (site, person) => {
    await askForCode(site, person, fillPath(paths.sendLoginCode, person.email));
    const otp = newestCode(site, person.email);
    await call(site, person, 'POST', paths.login, { email: person.email, otp });
  },
};

/** Makes somebody who has come that far, by the calls that a browser makes. */
export const makePerson = async (site: FuzzedSite, stage: Stage): Promise<Person> => {
  count += 1;
  const person: Person = {
    email: `person-${count}@fuzzed-${count}.example`,
    password: ACCOUNT_PASSWORD,
    companyId: '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b',
    userId: '7f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b',
    logo: `${'b'.repeat(22)}.png`,
    cookies: new Map(),
    network: `2001:db8:${(count >> 16).toString(16)}:${(count & 0xffff).toString(16)}::1`,
  };
  for (const step of STAGES.slice(0, STAGES.indexOf(stage) + 1)) await steps[step](site, person);
  return person;
};
