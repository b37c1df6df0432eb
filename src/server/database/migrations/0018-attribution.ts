import { type Kysely, sql } from 'kysely';

/** Where demo requests and companies came from, and the plan that a sign-up was opened with. */
export const attribution = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'alter table leads add column attribution jsonb',
  'alter table companies add column attribution jsonb, add column chosen_plan text',
];
