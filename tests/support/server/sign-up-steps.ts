import { expect } from 'vitest';
import type { RequestBody } from '#contract/calls/all-calls.ts';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { ageLimits } from './database/age-rows.ts';
import type { TestClient } from './http/test-client.ts';
import type { TestServer } from './test-server.ts';

export const PASSWORD = 'correct horse battery staple';

/** The company that every sign-up over HTTP creates. */
export const companyBody: Omit<RequestBody<'createCompany'>, 'attribution' | 'chosenPlan'> = {
  name: 'Bright Freight',
  website: 'brightfreight.example',
  location: 'Delhi, Pune',
  departments: ['Sales', 'Finance'],
  planname: 'free-trial',
};

export const userBody = (companyId: string, email: string) => ({
  comapnyid: companyId,
  privilege: 'Admin',
  email,
  name: 'Admin',
  status: 'sent',
  password: PASSWORD,
});

export const completeBody = (uuid: string, password = 'a quite different passphrase') => ({
  uuid,
  status: 'accepted',
  password,
  name: 'Asha Rao',
});

export const sendPath = (email: string) => fillPath(paths.sendSignUpCode, { email });

export const verifyPath = (email: string, code: string) =>
  fillPath(paths.verifySignUpCode, { email, code });

/** Ages the rate limits on codes of an address. */
export const ageCodeLimits = ({ db }: TestServer, email: string, seconds: number) =>
  ageLimits(db, seconds, email);

/** A code that differs from this one. */
export const differentCode = (code: string, step = 1) =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');

/** The source of mailed codes. */
interface WithMailbox {
  mailbox: { nextCode(to: string): Promise<string> };
}

/** Requests a code and reads it from the mail. */
export const receiveCode = async (
  server: WithMailbox,
  client: TestClient,
  email: string,
): Promise<string> => {
  const sent = await client.post(sendPath(email));
  expect(sent.status).toBe(200);
  return server.mailbox.nextCode(email);
};

/** Verifies an address; the client receives a ticket. */
export const verifyEmail = async (
  server: WithMailbox,
  client: TestClient,
  email: string,
): Promise<void> => {
  const code = await receiveCode(server, client, email);
  const verified = await client.get(verifyPath(email, code));
  expect(verified.status).toBe(200);
};

/** Verifies an address and creates a company; returns its id. */
export const makeCompany = async (
  server: WithMailbox,
  client: TestClient,
  email: string,
): Promise<string> => {
  await verifyEmail(server, client, email);
  const created = await client.post(paths.createCompany, companyBody);
  expect(created.status).toBe(200);
  return created.body.message;
};

/** Signs up as far as a user with status `sent`; the client is signed in. */
export const makeUserWithEmail = async (
  server: WithMailbox,
  client: TestClient,
  email: string,
): Promise<{ email: string; companyId: string; userId: string }> => {
  const companyId = await makeCompany(server, client, email);
  const created = await client.post(paths.createUser, userBody(companyId, email));
  expect(created.status).toBe(200);
  return { email, companyId, userId: created.body.message };
};

/** Signs up as far as a user with status `sent`, by default with a new address. */
export const makeUser = (server: TestServer, client: TestClient, email = server.email()) =>
  makeUserWithEmail(server, client, email);
