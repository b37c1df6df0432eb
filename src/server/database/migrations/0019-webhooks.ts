import { type Kysely, sql } from 'kysely';

/** What became of webhooks, endpoints that were ended, and by which rows of the outbox are found. */
export const webhooks = {
  isOutsideTransaction: true,
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** An index that is built beside traffic. A crash leaves an invalid one of its name. */
const index = (name: string, columns: string): string[] => [
  `drop index concurrently if exists ${name}`,
  `create index concurrently ${name} on outbox ${columns}`,
];

// Each may run again after a crash.
const statements = [
  'create sequence if not exists webhook_positions',
  `create table if not exists webhook_deliveries (
    id uuid primary key,
    endpoint text not null,
    event text not null,
    subject uuid not null,
    position bigint not null,
    state text not null,
    payload jsonb,
    failure text,
    attempts integer not null,
    ended_at timestamptz not null default now()
  )`,
  'create index if not exists webhook_deliveries_age on webhook_deliveries (ended_at)',
  'create index if not exists webhook_deliveries_subject on webhook_deliveries (subject)',
  `create table if not exists ended_endpoints (
    address text primary key,
    ended_at timestamptz not null default now()
  )`,
  // Beside outbox_due, which the version before needs: webhooks that wait are not read for mails.
  ...index('outbox_mails_due', "(next_at) where sent_at is null and kind <> 'webhook'"),
  ...index(
    'outbox_webhooks_due',
    "(recipient, next_at) where sent_at is null and kind = 'webhook'",
  ),
  ...index(
    'outbox_webhooks_order',
    "(subject, recipient, position) where sent_at is null and kind = 'webhook'",
  ),
  ...index('outbox_webhooks_age', "(created_at) where sent_at is null and kind = 'webhook'"),
];
