import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';
import type { AppConfig } from '../config/app-config.ts';
import { clientNetwork } from './client-network.ts';
import { HttpError } from './http-error.ts';

const WINDOW_MS = 10_000;
// A first visit takes about 30 requests, so 60 people behind one address can open the site within ten
// seconds. A flood needs some hundred requests a second.
const REQUESTS_PER_WINDOW_MAX = 2000;
// Size of the LRU cache: 320 bytes a network as measured, 3 MB in total.
const NETWORKS_MAX = 10_000;

const HEALTH_CHECKS: ReadonlySet<string> = new Set([paths.alive, paths.ready]);

/**
 * Limits the requests of a client network to any path, files and 404s included, health checks excluded.
 * Counted in memory per process, before the database is queried or a body is read. The limits of single
 * routes are counted in the database.
 */
export const addRequestLimit = async (
  app: FastifyInstance,
  { requestsPerWindowMax = REQUESTS_PER_WINDOW_MAX }: Pick<AppConfig, 'requestsPerWindowMax'>,
): Promise<void> => {
  // The plugin's own hook is per route and runs last, so it would not count requests that other hooks
  // reject.
  await app.register(rateLimit, {
    global: false,
    max: requestsPerWindowMax,
    timeWindow: WINDOW_MS,
    cache: NETWORKS_MAX,
    keyGenerator: clientNetwork,
  });
  const count = app.createRateLimit();
  app.addHook('onRequest', async (request) => {
    if (HEALTH_CHECKS.has(request.url.split('?', 1)[0] ?? '')) return;
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded)
      throw new HttpError('too_many_requests', 'Too many requests. Please wait a moment.', {
        retryAfterS: Math.max(1, result.ttlInSeconds),
        rates: ['requests'],
      });
  });
};
