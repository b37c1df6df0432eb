import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Passkey } from '#contract/calls/account-entries.ts';
import type { ResponseBody } from '#contract/calls/all-calls.ts';
import { paths } from '#contract/calls/paths.ts';
import { required } from '#contract/text.ts';
import type { Database } from '#server/database/types.ts';
import type { TestClient } from '../server/http/test-client.ts';
import { createPasskey, type Deviation, type SoftwarePasskey, signLogin } from './authenticator.ts';

/** Options for a new passkey of the signed-in user. */
export const askToAdd = async (
  client: TestClient,
): Promise<ResponseBody<'passkeyRegistrationOptions'>> => {
  const response = await client.post(paths.passkeyRegistrationOptions);
  expect(response.status).toBe(200);
  return JSON.parse(response.text);
};

/** Options for a login. */
export const askToLogIn = async (
  client: TestClient,
): Promise<ResponseBody<'passkeyLoginOptions'>> => {
  const response = await client.post(paths.passkeyLoginOptions);
  expect(response.status).toBe(200);
  return JSON.parse(response.text);
};

/** Tries to add a passkey whose ceremony deviates. */
export const tryToAdd = async (client: TestClient, deviation: Deviation = {}, name = 'Laptop') => {
  const { passkey, credential } = createPasskey(await askToAdd(client), deviation);
  return { passkey, response: await client.post(paths.registerPasskey, { name, credential }) };
};

/** Adds a passkey to the signed-in user. */
export const addPasskey = async (
  client: TestClient,
  deviation: Deviation = {},
  name = 'Laptop',
): Promise<{ passkey: SoftwarePasskey; listed: Passkey }> => {
  const { passkey, response } = await tryToAdd(client, deviation, name);
  expect(response.status).toBe(200);
  return { passkey, listed: required(response.body.passkey) };
};

/** Tries to log in by a passkey. */
export const logInByPasskey = async (
  client: TestClient,
  passkey: SoftwarePasskey,
  deviation: Deviation = {},
) => {
  const options = await askToLogIn(client);
  return client.post(paths.passkeyLogin, { credential: signLogin(passkey, options, deviation) });
};

/** The passkeys of the signed-in user. */
export const listPasskeys = async (client: TestClient): Promise<Passkey[]> => {
  const response = await client.get(paths.listPasskeys);
  expect(response.status).toBe(200);
  return required(response.body.passkeys);
};

/** Stores so many passkeys of a user that nobody can log in with. */
export const insertPasskeys = async (
  db: Kysely<Database>,
  userId: string,
  count: number,
): Promise<void> => {
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: userId,
    credential_id: randomBytes(32),
    public_key: randomBytes(77),
    counter: 0,
    transports: [],
    is_backed_up: false,
    added_by: 'code' as const,
    name: `Key ${index}`,
  }));
  await db.insertInto('passkeys').values(rows).execute();
};

/** Ages the sessions of a user. */
export const ageSessions = (db: Kysely<Database>, userId: string, ms: number) =>
  sql`update sessions set opened_at = opened_at - make_interval(secs => ${ms / 1000})
    where user_id = ${userId}`.execute(db);
