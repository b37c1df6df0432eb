import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely, RawBuilder } from 'kysely';
import { auditFailure } from '../audit/audit.ts';
import type { Database } from '../database/types.ts';
import { HttpError } from '../http/http-error.ts';
import { consumeStages, type Limit, refundStages } from './rate-limit.ts';
import { createWorkQueue } from './work-queue.ts';

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
 * @throws HttpError `too_many_requests` with `Retry-After`; `unavailable` as `countInTurn`
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
    const { message = 'Too many requests. Please wait a moment.', entry } =
      stages[refused.stage] ?? {};
    if (entry) await auditFailure(db, entry, refused.subject);
    throw new HttpError('too_many_requests', message, refused);
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
  app.addHook('onSend', async (request, reply) => {
    const stages = counted.get(request);
    if (reply.statusCode !== UNAVAILABLE || !stages) return;
    // Without a database there is nothing to refund.
    await refundStages(db, stages).catch(() => undefined);
  });
};
