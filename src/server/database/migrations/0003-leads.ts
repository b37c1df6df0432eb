import { type Kysely, sql } from 'kysely';

/** Demo requests and their limit. */
export const leads = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table leads (
    id uuid primary key default gen_random_uuid(),
    created_at timestamptz not null default now(),
    name text not null,
    email text not null,
    phone text not null,
    organization text not null,
    message text not null,
    utm_source text not null,
    utm_medium text not null,
    utm_campaign text not null,
    utm_term text not null,
    utm_content text not null,
    digest bytea not null
  )`,
  'create index leads_repeat on leads (digest, created_at)',
  'create index leads_age on leads (created_at)',
  `create table lead_sends (
    lead_id uuid primary key references leads on delete cascade,
    network text not null,
    sent_at timestamptz not null default now()
  )`,
  'create index lead_sends_network on lead_sends (network, sent_at)',
  'create index lead_sends_age on lead_sends (sent_at)',
];
