import { type Kysely, sql } from 'kysely';
import {
  LOGIN_FAILURES_MAX,
  LOGIN_FAILURES_WINDOW_MS,
  LOGIN_PAUSE_MAX_MS,
  LOGIN_PAUSE_MS,
} from '#contract/limits.ts';
import type { Database } from '../db/types.ts';

const MS_PER_S = 1000;
const MAX = sql.lit(LOGIN_FAILURES_MAX);
const WINDOW = sql`make_interval(secs => ${sql.lit(LOGIN_FAILURES_WINDOW_MS / MS_PER_S)})`;
const PAUSE_S = sql.lit(LOGIN_PAUSE_MS / MS_PER_S);
const PAUSE_MAX_S = sql.lit(LOGIN_PAUSE_MAX_MS / MS_PER_S);
// More doublings than it takes to reach the longest pause; without an end the power would overflow.
const DOUBLINGS_MAX = sql.lit(10);

/**
 * Reserves an attempt on the password of an address, before anything is hashed: it counts as a
 * failure until it is cleared or returned. One statement, which waits for the row, so that of any
 * number of guesses at once no more are evaluated than the limit says (decisions, Login). Whether
 * the address has an account makes no difference.
 *
 * The fifth failure within the window closes the address; from then on every further one closes it
 * for twice as long, until the window has passed after the last closure.
 *
 * @returns 0 when the attempt may be evaluated, else the seconds until the address opens again
 */
export const reserveAttempt = async (db: Kysely<Database>, email: string): Promise<number> => {
  const { rows } = await sql`insert into login_failures as own
      (email, failed_at, closures, closed_until, forget_at)
    values (${email}, array[clock_timestamp()], 0, null, clock_timestamp() + ${WINDOW})
    on conflict (email) do update set (failed_at, closures, closed_until, forget_at) = (
      select latest.times, counted.closures, closed.until, coalesce(closed.until, moment.t) + ${WINDOW}
      from (select clock_timestamp() as t) as moment
      cross join lateral (
        select (own.failed_at || t)[greatest(cardinality(own.failed_at) + 2 - ${MAX}, 1):] as times
      ) as latest
      cross join lateral (
        select case
          when own.closures > 0 and own.forget_at > t then own.closures + 1
          when cardinality(times) = ${MAX} and times[1] > t - ${WINDOW} then 1
          else 0 end as closures
      ) as counted
      cross join lateral (
        select case when counted.closures > 0 then t + make_interval(secs => least(
          ${PAUSE_S} * 2 ^ least(counted.closures - 1, ${DOUBLINGS_MAX}), ${PAUSE_MAX_S}
        )) end as until
      ) as closed
    )
    where own.closed_until is null or own.closed_until <= clock_timestamp()
    returning email`.execute(db);
  if (rows.length > 0) return 0;
  const closed = await sql<{ seconds: number }>`select
    ceil(extract(epoch from closed_until - clock_timestamp()))::integer as seconds
    from login_failures where email = ${email}`.execute(db);
  return Math.max(closed.rows[0]?.seconds ?? 1, 1);
};

/** Gives back a reserved attempt that was never evaluated, and what it may have closed. */
export const returnAttempt = async (db: Kysely<Database>, email: string): Promise<void> => {
  await sql`update login_failures set
      failed_at = failed_at[1:cardinality(failed_at) - 1],
      (closures, closed_until) = (select
        case when is_closed then closures - 1 else closures end,
        case when is_closed and closures = 1 then null
          when is_closed then clock_timestamp() else closed_until end
        from (select closed_until > clock_timestamp() as is_closed) as present)
    where email = ${email}`.execute(db);
};

/** Forgets the failures of an address: whoever knows or sets the password has proved it. */
export const clearFailures = async (db: Kysely<Database>, email: string): Promise<void> => {
  await db.deleteFrom('login_failures').where('email', '=', email).execute();
};
