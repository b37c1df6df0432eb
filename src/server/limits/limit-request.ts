import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { auditFailure } from '../auth/audit.ts';
import type { Database } from '../database/types.ts';
import { HttpError } from '../http/http-error.ts';
import { consumeLimits, type Limit, refundLimits } from './rate-limit.ts';

const UNAVAILABLE = 503;

interface Rejection {
  message?: string;
  /** Audit entry for a rejected request. */
  entry?: Parameters<typeof auditFailure>[1];
  /** Deduplication subject of the audit entry; the limit's subject by default. */
  dedupeSubject?: string;
}

const consumed = new WeakMap<FastifyRequest, Limit[]>();

/**
 * Counts a request against limits. They are refunded if the response is 503.
 *
 * @throws HttpError `too_many_requests` with `Retry-After`
 */
export const limitRequest = async (
  db: Kysely<Database>,
  request: FastifyRequest,
  limits: readonly Limit[],
  { message = 'Too many requests. Please wait a moment.', entry, dedupeSubject }: Rejection = {},
): Promise<void> => {
  const limited = await consumeLimits(db, limits);
  if (limited) {
    if (entry) await auditFailure(db, entry, dedupeSubject ?? limited.subject);
    throw new HttpError('too_many_requests', message, limited);
  }
  consumed.set(request, [...(consumed.get(request) ?? []), ...limits]);
};

/** Refunds the limits of a request that the server could not process (503). */
export const addLimitRefund = (app: FastifyInstance, db: Kysely<Database>): void => {
  app.addHook('onSend', async (request, reply) => {
    const limits = consumed.get(request);
    if (reply.statusCode !== UNAVAILABLE || !limits) return;
    // Without a database there is nothing to refund.
    await refundLimits(db, limits).catch(() => undefined);
  });
};
