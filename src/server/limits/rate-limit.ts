import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/types.ts';

const MS_PER_S = 1000;

/** `count` requests per `periodMs`: a burst of `count`, then one more every `periodMs / count`. */
export interface Rate {
  /** Part of the key in the database. */
  name: string;
  count: number;
  periodMs: number;
}

/** A rate and the subject whose requests it counts. */
export interface Limit {
  rate: Rate;
  subject: string;
}

/** The exceeded rates, and the seconds until all of them may accept the request. */
export interface Limited {
  rates: string[];
  /** Subject of the first of them. */
  subject: string;
  retryAfterS: number;
}

const keyOf = ({ rate, subject }: Limit): string => `${rate.name} ${subject}`;
/** Emission interval of the algorithm: the cost of one request in seconds. */
const intervalS = ({ rate }: Limit): number => rate.periodMs / rate.count / MS_PER_S;
/** Burst tolerance of the algorithm: how far ahead the arrival time may be, in seconds. */
const toleranceS = (limit: Limit): number => intervalS(limit) * (limit.rate.count - 1);

const limitsTable = (limits: readonly Limit[]) =>
  sql`(values ${sql.join(
    limits.map(
      (limit) =>
        sql`(${keyOf(limit)}, ${sql.lit(intervalS(limit))}, ${sql.lit(toleranceS(limit))})`,
    ),
  )}) as asked (key, interval_s, tolerance_s)`;

/** Seconds until all limits accept a request; 0 if they do now. Does not count a request. */
export const secondsToWait = async (
  db: Kysely<Database>,
  limits: readonly Limit[],
): Promise<number> => {
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(max(extract(epoch from tat - clock_timestamp()) - tolerance_s))::integer as wait
    from limits join ${limitsTable(limits)} on asked.key = limits.key`.execute(db);
  return Math.max(rows[0]?.wait ?? 0, 0);
};

/** Refunds one counted request to each limit. */
export const refundLimits = async (
  db: Kysely<Database>,
  limits: readonly Limit[],
): Promise<void> => {
  if (limits.length === 0) return;
  await sql`
    with locked as (
      select limits.key, interval_s from limits join ${limitsTable(limits)} on asked.key = limits.key
      order by limits.key for update of limits)
    update limits set tat = tat - make_interval(secs => interval_s)
    from locked where limits.key = locked.key`.execute(db);
};

const takeLimits = (limits: readonly Limit[]) =>
  sql`take_limits(${limits.map(keyOf)}, ${limits.map(intervalS)}, ${limits.map(toleranceS)})`;

const stageName = (place: number) => sql.ref(`stage_${place}`);

// A stage is taken only if the stages before it have accepted all of their limits.
const takeStage = (limits: readonly Limit[], place: number, stages: readonly Limit[][]) => {
  const earlier = stages
    .slice(0, place)
    .map(
      (others, index) =>
        sql`(select count(*) from ${stageName(index)}) = ${sql.lit(others.length)}`,
    );
  const condition = earlier.length === 0 ? sql`` : sql`where ${sql.join(earlier, sql` and `)}`;
  return sql`${stageName(place)} as materialized (select ${takeLimits(limits)} as key ${condition})`;
};

/**
 * Counts a request against stages of limits, in one statement. Limits are counted in their order; those
 * after the first exceeded one are not counted, and the rows of later stages are not touched. It
 * is the generic cell rate algorithm (ITU-T I.371): a row has the theoretical arrival time (`tat`) of the
 * next request, and a request is rejected while that is further ahead than the tolerance. The SQL function
 * `take_limits` of the migrations locks the rows of a stage, so that concurrent requests do not exceed the
 * rate. Stages must come in one order everywhere: networks, then accounts. Else two requests could wait for
 * each other.
 *
 * @returns the number of the stage that rejects the request, and its exceeded limits; undefined if the
 * request is accepted
 */
export const consumeStages = async (
  db: Kysely<Database>,
  stages: readonly Limit[][],
): Promise<{ stage: number; exceeded: Limit[] } | undefined> => {
  const { rows } = await sql<{ key: string }>`with ${sql.join(stages.map(takeStage))}
    ${sql.join(
      stages.map((_, place) => sql`select key from ${stageName(place)}`),
      sql` union all `,
    )}`.execute(db);
  const accepted = new Set(rows.map(({ key }) => key));
  const exceededOf = (limits: readonly Limit[]) =>
    limits.filter((limit) => !accepted.has(keyOf(limit)));
  const stage = stages.findIndex((limits) => exceededOf(limits).length > 0);
  return stage === -1 ? undefined : { stage, exceeded: exceededOf(stages[stage] ?? []) };
};

/** What a client is told of exceeded limits. */
export const describeExceeded = async (
  db: Kysely<Database>,
  exceeded: readonly Limit[],
): Promise<Limited> => ({
  rates: exceeded.map(({ rate }) => rate.name),
  subject: exceeded.at(0)?.subject ?? '',
  // At least 1: the limit may accept requests again by the time of this query.
  retryAfterS: Math.max(await secondsToWait(db, exceeded), 1),
});

/**
 * Counts a request against limits, as one stage.
 *
 * @returns undefined if the request is accepted
 */
export const consumeLimits = async (
  db: Kysely<Database>,
  limits: Limit[],
): Promise<Limited | undefined> => {
  const refused = await consumeStages(db, [limits]);
  return refused && describeExceeded(db, refused.exceeded);
};

/**
 * Refunds one counted request to stages of limits, in a statement each: one for all would lock rows of
 * accounts before those of networks, and wait for a request that counts.
 */
export const refundStages = async (
  db: Kysely<Database>,
  stages: readonly Limit[][],
): Promise<void> => {
  for (const limits of stages) await refundLimits(db, limits);
};

/** Deletes the counts of limits. */
export const resetLimits = async (
  db: Kysely<Database>,
  limits: readonly Limit[],
): Promise<void> => {
  await db.deleteFrom('limits').where('key', 'in', limits.map(keyOf)).execute();
};
