import { sql } from 'kysely';
import { expect } from 'vitest';
import type { RequestBody } from '#contract/calls/all-calls.ts';
import { paths } from '#contract/calls/paths.ts';
import type { WebhookSettings } from '#server/config/app-config.ts';
import { REQUEST_MS } from '#server/webhooks/webhooks.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import type { TestClient } from '../http/test-client.ts';
import { completeBody, makeUser } from '../sign-up-steps.ts';
import type { TestServer } from '../test-server.ts';

/** Keys of 32 bytes, as `whsec_…` and as the server has them. */
export const keyOf = (fill: number) => {
  const key = Buffer.alloc(32, fill);
  return { key, secret: `whsec_${key.toString('base64')}` };
};

/** Settings with loopback endpoints that share one key. */
export const webhooksTo = (...addresses: string[]): WebhookSettings => ({
  endpoints: addresses.map((address) => ({ address, secrets: [keyOf(1).key] })),
  allowsPrivate: true,
});

/** Asks for a demo, and returns the request's id. */
export const requestDemo = async (
  server: TestServer,
  email = server.email(),
  further: Pick<RequestBody<'requestDemo'>, 'attribution'> = {},
): Promise<string> => {
  const body = { ...demoRequest(email), ...further };
  expect((await server.client().post(paths.requestDemo, body)).status).toBe(200);
  const lead = await server.db
    .selectFrom('leads')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow();
  return lead.id;
};

/** Ends the sign-up of an account with its last step. */
export const finishSignUp = async (
  client: TestClient,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<void> => {
  expect((await client.patch(paths.completeUser, completeBody(userId))).status).toBe(200);
  const profile = { uuid: companyId, name: 'Bright', about: 'We move freight.' };
  expect((await client.patch(paths.updateCompany, profile)).status).toBe(200);
};

/** Signs up to the last step. */
export const signUp = async (server: TestServer, email = server.email()) => {
  const client = server.client();
  const made = await makeUser(server, client, email);
  await finishSignUp(client, made);
  return made;
};

/** The webhooks in the outbox, in their order. */
export const waitingWebhooks = ({ db }: TestServer, subject?: string) =>
  db
    .selectFrom('outbox')
    .where('kind', '=', 'webhook')
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .select([
      'id',
      'recipient',
      'attempts',
      'outcome',
      sql<number>`extract(epoch from next_at - now())::float8`.as('waits_s'),
    ])
    .orderBy('position')
    .execute();

/** The webhooks that have left the outbox. */
export const endedWebhooks = ({ db }: TestServer, subject?: string) =>
  db
    .selectFrom('webhook_deliveries')
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .select(['id', 'endpoint', 'event', 'state', 'failure', 'payload'])
    .orderBy('position')
    .execute();

/** Longest polling interval of the workers. */
const POLL_MS_MAX = 30_000;

/** Makes the workers poll, unless a request is under way, whose time would end. */
export const pollWebhooks = ({ clock }: TestServer): void => {
  if (!clock.pending().includes(REQUEST_MS)) clock.ring(POLL_MS_MAX);
};

/** Makes all webhooks due that have failed, or those of one demo request or company. */
export const retryWebhooks = async (server: TestServer, subject?: string) => {
  await sql`update outbox set next_at = now() where kind = 'webhook' and outcome = 'postponed'
    and subject = coalesce(${subject ?? null}::uuid, subject)`.execute(server.db);
  pollWebhooks(server);
};
