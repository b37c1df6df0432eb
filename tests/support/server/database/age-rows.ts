import { type Kysely, sql } from 'kysely';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { ACCESS_LIFETIME_MS } from '#server/auth/sessions/tokens.ts';
import type { Database } from '#server/database/types.ts';

const MS_PER_S = 1000;

/** Ages the rate limits whose key contains a text; all by default. */
export const ageLimits = (db: Kysely<Database>, seconds: number, part = '') =>
  sql`update limits set tat = tat - make_interval(secs => ${seconds}),
      reap_at = reap_at - make_interval(secs => ${seconds})
    where strpos(key, ${part}) > 0`.execute(db);

/** Lets the resend pause pass for the addresses that contain a text; for all by default. */
export const passResendPause = (db: Kysely<Database>, part = '') =>
  ageLimits(db, RESEND_PAUSE_MS / MS_PER_S + 1, part);

/** Expires the access tokens of a user; of all users by default. */
export const expireAccessTokens = (db: Kysely<Database>, userId?: string) =>
  sql`update sessions set renewed_at = renewed_at - make_interval(secs => ${ACCESS_LIFETIME_MS / MS_PER_S})
    where ${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid`.execute(db);

/** Makes every session too old for a change of its account. */
export const endRecentLogins = (db: Kysely<Database>) =>
  sql`update sessions set
    opened_at = opened_at - make_interval(secs => ${RECENT_LOGIN_MS / MS_PER_S})`.execute(db);

/**
 * The rate limits whose key starts with a text: minutes until their theoretical arrival time
 * (GCRA).
 */
export const readLimits = async (db: Kysely<Database>, start: string) => {
  const { rows } = await sql<{ key: string; minutes: number }>`select key,
    extract(epoch from tat - now())::float8 / 60 as minutes
    from limits where strpos(key, ${start}) = 1`.execute(db);
  return rows;
};
