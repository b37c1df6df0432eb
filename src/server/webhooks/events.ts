import { type Kysely, sql } from 'kysely';
import { LEAD_FIELDS } from '#contract/demo-request.ts';
import { DAY_MS } from '#contract/durations.ts';
import { fromNow } from '../database/time.ts';
import type { Database } from '../database/types.ts';

/**
 * Time after which a webhook is deleted that no server has sent, because its endpoint is not in the settings.
 * Servers of the version before drop what has expired, so it is far beyond the last attempt.
 */
export const WEBHOOK_LIFETIME_MS = 90 * DAY_MS;

/** What a webhook tells, as it is stored and sent. */
export interface WebhookPayload {
  type: WebhookEvent;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: object;
}

interface Happened {
  at: Date;
  data: object;
}

const leadCreated = async (db: Kysely<Database>, id: string): Promise<Happened> => {
  const { created_at: at, ...lead } = await db
    .selectFrom('leads')
    .where('id', '=', id)
    .select(['id', 'created_at', ...LEAD_FIELDS, 'attribution'])
    .executeTakeFirstOrThrow();
  return { at, data: { ...lead, createdAt: at } };
};

const readCompany = (db: Kysely<Database>, id: string) =>
  db
    .selectFrom('companies')
    .where('companies.id', '=', id)
    .select([
      'companies.id',
      'companies.created_at as createdAt',
      'companies.name',
      'website',
      'location',
      'departments',
      'planname',
      'chosen_plan as chosenPlan',
      'owner_email as email',
      'attribution',
    ]);

const companyCreated = async (db: Kysely<Database>, id: string): Promise<Happened> => {
  const company = await readCompany(db, id).executeTakeFirstOrThrow();
  return { at: company.createdAt, data: company };
};

const companyCompleted = async (db: Kysely<Database>, id: string): Promise<Happened> => {
  const { at, ...company } = await readCompany(db, id)
    .leftJoin('users', 'users.email', 'owner_email')
    .select([
      'display_name as displayName',
      'about',
      'users.name as userName',
      'companies.updated_at as at',
    ])
    .executeTakeFirstOrThrow();
  return { at, data: company };
};

/** What happened to a demo request or a company, by event. */
const events = {
  'lead.created': leadCreated,
  'company.created': companyCreated,
  'company.completed': companyCompleted,
};

export type WebhookEvent = keyof typeof events;

/**
 * Inserts an event into the outbox, once for each endpoint. `trx` is the transaction of the demo request or the
 * company, which has its lock: so the positions of a company's events are in their order.
 *
 * @param subject id of the demo request or the company
 */
export const enqueueWebhooks = async (
  trx: Kysely<Database>,
  addresses: readonly string[],
  type: WebhookEvent,
  subject: string,
): Promise<void> => {
  const { at, data } = await events[type](trx, subject);
  const payload: WebhookPayload = { type, timestamp: at.toISOString(), data };
  await trx
    .insertInto('outbox')
    .values(
      addresses.map((recipient) => ({
        kind: 'webhook',
        recipient,
        payload: JSON.stringify(payload),
        subject,
        position: sql<string>`nextval('webhook_positions')`,
        expires_at: fromNow(WEBHOOK_LIFETIME_MS),
      })),
    )
    .execute();
};
