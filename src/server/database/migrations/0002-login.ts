import { type Kysely, sql } from 'kysely';

/** Login: the ATS flag, limits on attempts, and indexes for the new queries. */
export const login = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'alter table companies add column ats_enabled boolean not null default false',
  `create table login_failures (
    email text primary key,
    failed_at timestamptz[] not null,
    closures integer not null,
    closed_until timestamptz,
    forget_at timestamptz not null
  )`,
  'create index login_failures_age on login_failures (forget_at)',
  `create table login_tries (
    network text primary key,
    tried_at timestamptz[] not null,
    forget_at timestamptz not null
  )`,
  'create index login_tries_age on login_tries (forget_at)',
  'alter table audit add column dedupe_key text unique',
  'create index audit_email on audit (email, at)',
  'create index audit_user on audit (user_id, at)',
  // For the reaper, which needed a sequential scan before.
  'create index sessions_ended on sessions (ended_at)',
  'create index outbox_expiry on outbox (expires_at)',
  'create index companies_age on companies (updated_at)',
];
