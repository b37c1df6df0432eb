import { type Kysely, sql } from 'kysely';

/**
 * What became of a mail, for the browser that asked for it, and addresses whose mail came back. Servers of the
 * version before leave the outcome empty.
 */
export const mailOutcomes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'alter table outbox add column outcome text',
  'create table bounces (email text primary key, bounced_at timestamptz not null default now())',
  'create index bounces_age on bounces (bounced_at)',
];
