import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MS_PER_S } from '#contract/durations.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { auditFailure } from '../audit/audit.ts';
import type { Database } from '../database/types.ts';
import { HttpError } from '../http/http-error.ts';
import { createWorkQueue } from './work-queue.ts';

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

/** Key of a limit's row. */
export const keyOf = ({ rate, subject }: Limit): string => `${rate.name} ${subject}`;
/** Emission interval of the algorithm: the cost of one request in seconds. */
const intervalS = ({ rate }: Limit): number => rate.periodMs / rate.count / MS_PER_S;
/** Burst tolerance of the algorithm: how far ahead the arrival time may be, in seconds. */
const toleranceS = (limit: Limit): number => intervalS(limit) * (limit.rate.count - 1);

const limitsTable = (limits: readonly Limit[]) =>
  sql`(values ${sql.join(
    limits.map((limit) => sql`(${keyOf(limit)}, ${sql.lit(toleranceS(limit))})`),
  )}) as asked (key, tolerance_s)`;

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

/** What a SQL function asks of a limit to count: its key, its interval and its tolerance. */
export const countArguments = (limit: Limit) =>
  sql`${keyOf(limit)}, ${intervalS(limit)}, ${toleranceS(limit)}`;

/** What the SQL functions ask of limits to refund: their keys and intervals. */
export const refundArguments = (limits: readonly Limit[]) =>
  sql`${limits.map(keyOf)}, ${limits.map(intervalS)}`;

/** Refunds one counted request to each limit. */
export const refundLimits = async (
  db: Kysely<Database>,
  limits: readonly Limit[],
): Promise<void> => {
  if (limits.length > 0) await sql`select refund_limits(${refundArguments(limits)})`.execute(db);
};

/** An exceeded limit, by its place from 1, or the result of a judgement. */
interface Counted<Result> {
  place: number | null;
  waitS: number;
  result?: Result;
}

/** The first stage with an exceeded limit, and all exceeded limits of it. */
const refusalOf = (
  stages: readonly Limit[][],
  exceeded: ReadonlyMap<number | null, number>,
): Limited & { stage: number } => {
  const placed = stages
    .flatMap((limits, stage) => limits.map((limit) => ({ limit, stage })))
    .map((of, index) => ({ ...of, waitS: exceeded.get(index + 1) }))
    .filter(({ waitS }) => waitS !== undefined);
  const stage = placed[0]?.stage ?? 0;
  const ofStage = placed.filter((of) => of.stage === stage);
  return {
    stage,
    rates: ofStage.map(({ limit }) => limit.rate.name),
    subject: ofStage[0]?.limit.subject ?? '',
    // At least 1: the limit may accept requests again by now.
    retryAfterS: Math.max(...ofStage.map(({ waitS = 0 }) => Math.ceil(waitS)), 1),
  };
};

/**
 * Counts a request against stages of limits, in one statement. Limits are counted in their order; those
 * after the first exceeded one are not counted. It is the generic cell rate algorithm (ITU-T I.371): a row has
 * the theoretical arrival time (`tat`) of the next request, and a request is rejected while that is further
 * ahead than the tolerance. The SQL function `count_stages` locks the rows that it counts, so that
 * concurrent requests do not exceed the rate; an exceeded limit is only read. Stages must come in one order
 * everywhere: networks, then accounts. Else two requests could wait for each other.
 *
 * @param judgement an expression that is evaluated if every stage accepts the request. It is part of the
 *   statement because the duration of a transaction of its own would tell whether it writes.
 * @returns the stage that rejects the request, and its exceeded limits; or the result of the judgement
 */
export const consumeStages = async <Result = undefined>(
  db: Kysely<Database>,
  stages: readonly Limit[][],
  judgement?: RawBuilder<Result>,
): Promise<{ refused?: Limited & { stage: number }; result?: Result | undefined }> => {
  const limits = stages.flat();
  const counting = sql`select place, wait_s as "waitS" from count_stages(${limits.map(keyOf)},
    ${limits.map(intervalS)}, ${limits.map(toleranceS)},
    ${stages.flatMap((of, stage) => of.map(() => stage))})`;
  const statement = judgement
    ? sql<Counted<Result>>`with counted as materialized (${counting}),
        judged as materialized (select ${judgement} as result where not exists (select from counted))
      select null::integer as place, null::float8 as "waitS", result from judged
      union all select place, "waitS", null from counted`
    : sql<Counted<Result>>`${counting}`;
  const { rows } = await statement.execute(db);
  const exceeded = new Map(rows.map(({ place, waitS }) => [place, waitS]));
  exceeded.delete(null);
  if (exceeded.size === 0) return { result: rows[0]?.result };
  return { refused: refusalOf(stages, exceeded) };
};

/**
 * Counts a request against limits, as one stage.
 *
 * @returns undefined if the request is accepted
 */
export const consumeLimits = async (
  db: Kysely<Database>,
  limits: Limit[],
): Promise<Limited | undefined> => (await consumeStages(db, [limits])).refused;

/**
 * Refunds one counted request to stages of limits, in a statement each: one for all would lock rows of
 * accounts before those of networks, and wait for a request that counts.
 */
const refundStages = async (db: Kysely<Database>, stages: readonly Limit[][]): Promise<void> => {
  for (const limits of stages) await refundLimits(db, limits);
};

const UNAVAILABLE = 503;

/**
 * Requests of one subject that are counted at a time: they may wait for the same rows, each with a
 * connection of the pool. More of them wait here, in turn with those of other subjects.
 */
const counting = createWorkQueue({
  running: Number.POSITIVE_INFINITY,
  runningPerKey: 2,
  // As many as connections of clients: a waiting request is a small closure.
  waiting: 2000,
  waitingPerKey: 256,
});

/**
 * Runs work that counts requests of a subject, such as a client's wide network.
 *
 * @throws HttpError `unavailable` if too many wait for this subject
 */
export const countInTurn = <Result>(subject: string, work: () => Promise<Result>) =>
  counting.run(subject, work);

interface Rejection {
  message?: string;
  /** Audit entry for a rejected request. */
  entry?: Parameters<typeof auditFailure>[1];
  /** An error code of its own for an exceeded rate, if clients have to know it. */
  distinct?: { rate: Rate; code: ErrorCode };
}

/** Limits, and how a request that exceeds one of them is rejected. */
export interface LimitStage extends Rejection {
  limits: Limit[];
}

/** The stages that have counted a request. */
const counted = new WeakMap<FastifyRequest, Limit[][]>();

/** The subject of the widest limit, which is the last one of the first stage. */
const subjectOf = ([first]: readonly LimitStage[]): string => first?.limits.at(-1)?.subject ?? '';

/**
 * Counts a request against stages of limits, in one statement. A stage is counted only if the ones before
 * it accept the request. All are refunded if the response is 503.
 *
 * @param judgement from `consumeStages`
 * @returns the result of the judgement
 * @throws HttpError `too_many_requests`, or the code of the exceeded rate, with `Retry-After`; `unavailable`
 *   as `countInTurn`
 */
export const limitRequestByStages = <Result = undefined>(
  db: Kysely<Database>,
  request: FastifyRequest,
  stages: readonly LimitStage[],
  judgement?: RawBuilder<Result>,
): Promise<Result | undefined> =>
  countInTurn(subjectOf(stages), async () => {
    const limits = stages.map((stage) => stage.limits);
    const { refused, result } = await consumeStages(db, limits, judgement);
    // Before anything else can fail: what fails below is a 503, too.
    counted.set(request, [...(counted.get(request) ?? []), ...limits.slice(0, refused?.stage)]);
    if (!refused) return result;
    const {
      message = 'Too many requests. Please wait a moment.',
      entry,
      distinct,
    } = stages[refused.stage] ?? {};
    if (entry) await auditFailure(db, entry, refused.subject);
    const isDistinct = distinct && refused.rates.includes(distinct.rate.name);
    throw new HttpError(isDistinct ? distinct.code : 'too_many_requests', message, refused);
  });

/**
 * Counts a request against limits. They are refunded if the response is 503.
 *
 * @throws as `limitRequestByStages`
 */
export const limitRequest = async (
  db: Kysely<Database>,
  request: FastifyRequest,
  limits: Limit[],
  rejection: Rejection = {},
): Promise<void> => {
  await limitRequestByStages(db, request, [{ limits, ...rejection }]);
};

/** Refunds the limits of a request that the server could not process (503). */
export const addLimitRefund = (app: FastifyInstance, db: Kysely<Database>): void => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const stages = reply.statusCode === UNAVAILABLE ? counted.get(request) : undefined;
    if (!stages) return done();
    // Without a database there is nothing to refund.
    refundStages(db, stages).then(
      () => done(),
      () => done(),
    );
  });
};
