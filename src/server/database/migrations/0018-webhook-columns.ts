import { type Kysely, sql } from 'kysely';

/** The place of webhooks among the events of a lead or a company. Servers of the version before leave it empty. */
export const webhookColumns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table outbox add column if not exists subject uuid,
      add column if not exists position bigint`.execute(db);
  },
};
