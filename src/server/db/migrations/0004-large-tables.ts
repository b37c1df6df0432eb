import { type Kysely, sql } from 'kysely';

/** What keeps calls and the reaper from reading tables whole once they are large. */
export const largeTables = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // A new password ends the tickets of its address.
  'create index tickets_email on tickets (email)',
  // Nearly every company is older than a day; those without a user are few, and so is their index.
  'alter table companies add column has_user boolean not null default false',
  `update companies set has_user = true
    where exists (select 1 from users where users.company_id = companies.id)`,
  'drop index companies_age',
  'create index companies_without_user on companies (updated_at) where not has_user',
];
