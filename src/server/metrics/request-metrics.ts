import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { onRequestEnd, routeOf } from '../http/request-log.ts';
import { Refusal } from '../refusal.ts';
import type { Metrics } from './metrics.ts';

const MS_PER_S = 1000;

/** Counts a request by its route's pattern. */
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

/** Counts every request that reaches the application, and what limits have refused. */
export const addRequestMetrics = (app: FastifyInstance, metrics: Metrics): void => {
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof Refusal) for (const rate of error.rates) metrics.limited(rate);
  });
  onRequestEnd(app, (request, reply, status) => countRequest(metrics, request, reply, status));
};
