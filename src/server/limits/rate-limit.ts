import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/types.ts';

const MS_PER_S = 1000;

/** `count` in every `periodMs`: all of them at once, then one more whenever its share of it has passed. */
export interface Rate {
  /** What is counted. */
  name: string;
  count: number;
  periodMs: number;
}

/** A rate, and whose requests it counts. */
export interface Limit {
  rate: Rate;
  subject: string;
}

/** Which rates refused, and the seconds after which all of them may let the request through. */
export interface Limited {
  rates: string[];
  /** Whom the first of them counts for. */
  subject: string;
  retryAfterS: number;
}

const keyOf = ({ rate, subject }: Limit): string => `${rate.name} ${subject}`;
/** What one request costs. */
const intervalS = ({ rate }: Limit): number => rate.periodMs / rate.count / MS_PER_S;
/** How far ahead the arrival time may be. */
const toleranceS = (limit: Limit): number => intervalS(limit) * (limit.rate.count - 1);

const asked = (limits: readonly Limit[]) =>
  sql`(values ${sql.join(
    limits.map(
      (limit) =>
        sql`(${keyOf(limit)}, ${sql.lit(intervalS(limit))}, ${sql.lit(toleranceS(limit))})`,
    ),
  )}) as asked (key, interval_s, tolerance_s)`;

/** Seconds until all of these limits let a request through; 0 when they do now. Counts nothing. */
export const secondsToWait = async (
  db: Kysely<Database>,
  limits: readonly Limit[],
): Promise<number> => {
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(max(extract(epoch from tat - clock_timestamp()) - tolerance_s))::integer as wait
    from limits join ${asked(limits)} on asked.key = limits.key`.execute(db);
  return Math.max(rows[0]?.wait ?? 0, 0);
};

/** Gives back one request of each limit: it was counted, but could not be judged. */
export const giveBack = async (db: Kysely<Database>, limits: readonly Limit[]): Promise<void> => {
  if (limits.length === 0) return;
  await sql`
    with locked as (
      select limits.key, interval_s from limits join ${asked(limits)} on asked.key = limits.key
      order by limits.key for update of limits)
    update limits set tat = tat - make_interval(secs => interval_s)
    from locked where limits.key = locked.key`.execute(db);
};

/**
 * Counts a request against some limits, as if they were asked one after the other: those behind one
 * that refuses it count nothing. The generic cell rate algorithm (ITU-T I.371): a row holds when the
 * next request would arrive at the even rate, and a request is refused while that lies further ahead
 * than the tolerance. The function `take_limits` of the migrations waits for the rows and decides, so
 * that any number of requests at once get through as often as the rate says.
 *
 * @returns undefined when the request may go on
 */
export const takeLimits = async (
  db: Kysely<Database>,
  limits: readonly Limit[],
): Promise<Limited | undefined> => {
  const keys = limits.map(keyOf);
  const { rows } = await sql<{ key: string }>`select take_limits(${keys},
    ${limits.map(intervalS)}, ${limits.map(toleranceS)}) as key`.execute(db);
  if (rows.length === limits.length) return undefined;
  const taken = new Set(rows.map(({ key }) => key));
  const closed = limits.filter((limit) => !taken.has(keyOf(limit)));
  return {
    rates: closed.map(({ rate }) => rate.name),
    subject: closed.at(0)?.subject ?? '',
    // The row may have been free again by the time it was looked at.
    retryAfterS: Math.max(await secondsToWait(db, closed), 1),
  };
};

/** Forgets what the limits have counted. */
export const clearLimits = async (
  db: Kysely<Database>,
  limits: readonly Limit[],
): Promise<void> => {
  await db.deleteFrom('limits').where('key', 'in', limits.map(keyOf)).execute();
};
