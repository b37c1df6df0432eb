import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { auditFailure } from '../auth/audit.ts';
import type { Database } from '../database/types.ts';
import { HttpError } from '../http/http-error.ts';
import { consumeStages, describeExceeded, type Limit, refundStages } from './rate-limit.ts';

const UNAVAILABLE = 503;

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

/**
 * Counts a request against stages of limits, in one statement. A stage is counted only if the ones before
 * it accept the request. All are refunded if the response is 503.
 *
 * @throws HttpError `too_many_requests` with `Retry-After`
 */
export const limitRequestByStages = async (
  db: Kysely<Database>,
  request: FastifyRequest,
  stages: readonly LimitStage[],
): Promise<void> => {
  const limits = stages.map((stage) => stage.limits);
  const refused = await consumeStages(db, limits);
  // Before anything else can fail: what fails below is a 503, too.
  counted.set(request, [...(counted.get(request) ?? []), ...limits.slice(0, refused?.stage)]);
  if (!refused) return;
  const { message = 'Too many requests. Please wait a moment.', entry } =
    stages[refused.stage] ?? {};
  const limited = await describeExceeded(db, refused.exceeded);
  if (entry) await auditFailure(db, entry, limited.subject);
  throw new HttpError('too_many_requests', message, limited);
};

/**
 * Counts a request against limits. They are refunded if the response is 503.
 *
 * @throws HttpError `too_many_requests` with `Retry-After`
 */
export const limitRequest = (
  db: Kysely<Database>,
  request: FastifyRequest,
  limits: Limit[],
  rejection: Rejection = {},
): Promise<void> => limitRequestByStages(db, request, [{ limits, ...rejection }]);

/** Refunds the limits of a request that the server could not process (503). */
export const addLimitRefund = (app: FastifyInstance, db: Kysely<Database>): void => {
  app.addHook('onSend', async (request, reply) => {
    const stages = counted.get(request);
    if (reply.statusCode !== UNAVAILABLE || !stages) return;
    // Without a database there is nothing to refund.
    await refundStages(db, stages).catch(() => undefined);
  });
};
