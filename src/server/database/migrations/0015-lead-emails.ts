import { type Kysely, sql } from 'kysely';

/** By which the reaper finds the newest demo request of an address. */
export const leadEmails = {
  isOutsideTransaction: true,
  async up(db: Kysely<unknown>): Promise<void> {
    // A crash leaves an invalid index of this name.
    await sql`drop index concurrently if exists leads_email`.execute(db);
    await sql`create index concurrently leads_email on leads (email, created_at)`.execute(db);
  },
};
