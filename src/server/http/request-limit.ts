import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';
import type { AppConfig } from '../config.ts';
import { Refusal } from '../refusal.ts';
import { clientNetwork } from './client-network.ts';

const WINDOW_MS = 10_000;
// A first visit is about 30 requests. That leaves an office of 60 people behind one address a visit
// each within ten seconds; a flood is worth it from some hundred requests a second.
const REQUESTS_PER_WINDOW_MAX = 2000;
// The networks that asked last are remembered, 320 bytes each as measured: 3 MB.
const NETWORKS_MAX = 10_000;

const HEALTH_CHECKS: ReadonlySet<string> = new Set([paths.alive, paths.ready]);

/**
 * Bounds how often a network may ask for anything at all, files and what isn't there included; a
 * health check always gets its answer. Counted in memory, for each process by itself, before anything
 * touches the database or reads a body; what the limits of single calls count lies in the database.
 */
export const addRequestLimit = async (
  app: FastifyInstance,
  { requestsPerWindowMax = REQUESTS_PER_WINDOW_MAX }: Pick<AppConfig, 'requestsPerWindowMax'>,
): Promise<void> => {
  // Not by its own hook, which runs behind ours and so would not count what they refuse.
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
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', {
        retryAfterS: Math.max(1, counted.ttlInSeconds),
        rates: ['requests'],
      });
  });
};
