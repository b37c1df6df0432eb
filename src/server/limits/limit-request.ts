import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { auditRefusal } from '../audit.ts';
import type { Database } from '../db/types.ts';
import { Refusal } from '../refusal.ts';
import { giveBack, type Limit, takeLimits } from './rate-limit.ts';

const UNAVAILABLE = 503;

interface Refused {
  message?: string;
  /** What is audited when a limit refuses. */
  entry?: Parameters<typeof auditRefusal>[1];
  /** Whom that is audited for, unless the limit's own subject says it. */
  countedBy?: string;
}

const taken = new WeakMap<FastifyRequest, Limit[]>();

/**
 * Counts a request against some limits. What they have counted is given back if the answer is 503.
 *
 * @throws Refusal `too_many_requests` with the seconds to wait
 */
export const limitRequest = async (
  db: Kysely<Database>,
  request: FastifyRequest,
  limits: readonly Limit[],
  { message = 'Too many requests. Please wait a moment.', entry, countedBy }: Refused = {},
): Promise<void> => {
  const limited = await takeLimits(db, limits);
  if (limited) {
    if (entry) await auditRefusal(db, entry, countedBy ?? limited.subject);
    throw new Refusal('too_many_requests', message, limited);
  }
  taken.set(request, [...(taken.get(request) ?? []), ...limits]);
};

/** Gives back what the limits have counted for a request that the server could not judge. */
export const addGiveBack = (app: FastifyInstance, db: Kysely<Database>): void => {
  app.addHook('onSend', async (request, reply) => {
    const limits = taken.get(request);
    if (reply.statusCode !== UNAVAILABLE || !limits) return;
    // Where the database is away there is nobody to give it back to.
    await giveBack(db, limits).catch(() => undefined);
  });
};
