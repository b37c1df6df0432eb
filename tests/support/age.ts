import { type Kysely, sql } from 'kysely';
import { ACCESS_LIFETIME_MS } from '#contract/limits.ts';
import type { Database } from '#server/db/types.ts';

const MS_PER_S = 1000;

/** Has so many seconds pass for the limits whose key holds a text; by default for all of them. */
export const ageLimits = (db: Kysely<Database>, seconds: number, part = '') =>
  sql`update limits set tat = tat - make_interval(secs => ${seconds})
    where strpos(key, ${part}) > 0`.execute(db);

/** Has the access tokens of a user expire; by default those of everybody. */
export const expireAccess = (db: Kysely<Database>, userId?: string) =>
  sql`update sessions set renewed_at = renewed_at - make_interval(secs => ${ACCESS_LIFETIME_MS / MS_PER_S})
    where ${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid`.execute(db);

/** What the limits hold whose key begins with a text: minutes until the next request's even time. */
export const limitRows = async (db: Kysely<Database>, start: string) => {
  const { rows } = await sql<{ key: string; minutes: number }>`select key,
    extract(epoch from tat - now())::float8 / 60 as minutes
    from limits where strpos(key, ${start}) = 1`.execute(db);
  return rows;
};
