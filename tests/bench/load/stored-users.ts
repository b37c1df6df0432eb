import { type Kysely, sql } from 'kysely';
import { hashPassword } from '#server/auth/accounts/passwords.ts';
import type { Database } from '#server/database/types.ts';
import { insertAccounts } from '#tests/support/server/database/insert-account.ts';

export const PASSWORD = 'a quite different passphrase';
/** Stored users. Each kind of work goes through them in turn, so that none meets a limit. */
export const USERS = 20_000;

export const emailOf = (user: number): string => `user-${user}@bench.example`;

/** Ids of sessions, three for each user: to read, to refresh, to end. */
export interface StoredSessions {
  read: string[];
  refreshed: string[];
  ended: string[];
}

const insertSessions = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    insert into sessions (user_id, opened_by, device, opened_at, renewed_at, expires_at)
    select id, 'password', md5(id::text), now() - interval '1 hour', now() + interval '1 day', now() + interval '30 days'
    from users order by random() returning id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Inserts accepted users with companies and sessions, and updates the planner's statistics. */
export const storeUsers = async (db: Kysely<Database>): Promise<StoredSessions> => {
  await insertAccounts(
    db,
    sql`select 'user-' || n || '@bench.example' as email from generate_series(0, ${sql.lit(USERS - 1)}) n`,
    await hashPassword(PASSWORD),
  );
  const sessions = {
    read: await insertSessions(db),
    refreshed: await insertSessions(db),
    ended: await insertSessions(db),
  };
  await sql`vacuum analyze`.execute(db);
  return sessions;
};
