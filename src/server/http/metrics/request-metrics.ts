import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../http-error.ts';
import { routeOf } from '../request-log.ts';
import type { Metrics } from './metrics.ts';

const MS_PER_S = 1000;

/** Counts a request under its route pattern. */
export const countRequest = (
  metrics: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): void =>
  metrics.answered({
    method: request.method,
    route: routeOf(request),
    status,
    seconds: reply.elapsedTime / MS_PER_S,
  });

/** Counts every request that a limit rejects. */
export const addLimitMetrics = (app: FastifyInstance, metrics: Metrics): void => {
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof HttpError) for (const rate of error.rates) metrics.limited(rate);
  });
};
