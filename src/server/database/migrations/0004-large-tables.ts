import { type Kysely, sql } from 'kysely';

/** Indexes that avoid sequential scans of large tables by requests and by the reaper. */
export const largeTables = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // A password change deletes the tickets of the email address.
  'create index tickets_email on tickets (email)',
  // Few companies have no user, so a partial index on them is small.
  'alter table companies add column has_user boolean not null default false',
  `update companies set has_user = true
    where exists (select 1 from users where users.company_id = companies.id)`,
  'drop index companies_age',
  'create index companies_without_user on companies (updated_at) where not has_user',
];
