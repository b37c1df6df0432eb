import { type Kysely, sql } from 'kysely';

/** Tables of the sign-up: companies, users, codes, tickets, sessions, outbox and audit. */
export const signUp = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table companies (
    id uuid primary key default gen_random_uuid(),
    owner_email text not null unique,
    name text not null,
    website text not null,
    location text not null,
    departments text[] not null,
    planname text not null,
    display_name text,
    about text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table logos (
    name text primary key,
    company_id uuid not null unique references companies on delete cascade,
    type text not null,
    bytes bytea not null,
    created_at timestamptz not null default now()
  )`,
  `create table users (
    id uuid primary key default gen_random_uuid(),
    email text not null unique,
    company_id uuid not null references companies,
    name text not null,
    privilege text not null,
    password_hash text not null,
    status text not null check (status in ('sent', 'accepted')),
    created_at timestamptz not null default now()
  )`,
  'create index users_company on users (company_id)',
  `create table codes (
    email text not null,
    purpose text not null,
    challenge uuid not null,
    hash bytea,
    attempts integer not null,
    expires_at timestamptz not null,
    consumed_at timestamptz,
    primary key (email, purpose)
  )`,
  'create index codes_expiry on codes (expires_at)',
  `create table code_sends (
    challenge uuid primary key,
    email text not null,
    purpose text not null,
    network text not null,
    sent_at timestamptz not null default now()
  )`,
  'create index code_sends_address on code_sends (email, purpose, sent_at)',
  'create index code_sends_network on code_sends (network, sent_at)',
  'create index code_sends_age on code_sends (sent_at)',
  `create table tickets (
    hash bytea primary key,
    email text not null,
    expires_at timestamptz not null
  )`,
  'create index tickets_expiry on tickets (expires_at)',
  `create table sessions (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    opened_by text not null,
    opened_at timestamptz not null default now(),
    access_hash bytea not null unique,
    access_expires_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  'create index sessions_user on sessions (user_id)',
  'create index sessions_expiry on sessions (expires_at)',
  `create table refresh_tokens (
    hash bytea primary key,
    session_id uuid not null references sessions on delete cascade,
    created_at timestamptz not null default now(),
    used_at timestamptz
  )`,
  'create index refresh_tokens_session on refresh_tokens (session_id)',
  'create index refresh_tokens_age on refresh_tokens (used_at)',
  `create table outbox (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    recipient text not null,
    payload jsonb not null,
    dedupe_key text unique,
    attempts integer not null default 0,
    next_at timestamptz not null default now(),
    sent_at timestamptz,
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  'create index outbox_due on outbox (next_at) where sent_at is null',
  'create index outbox_sent on outbox (sent_at)',
  `create table audit (
    id uuid primary key default gen_random_uuid(),
    at timestamptz not null default now(),
    event text not null,
    outcome text not null,
    email text,
    user_id uuid,
    network text
  )`,
  'create index audit_at on audit (at)',
];
