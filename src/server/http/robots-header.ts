import type { FastifyInstance } from 'fastify';

/** Tells search engines not to list a response (`X-Robots-Tag`). */
export const NOINDEX = { 'x-robots-tag': 'noindex' } as const;

/** Paths outside the public site: the application area, the API, logos, health checks, the charts. */
const NOT_PUBLIC = /^\/(?:app|charts|healthz|logos|readyz|v\d+)(?:[/?]|$)/;

/**
 * Keeps every response outside the public site out of search engines. The route is checked besides the
 * URL, which may be percent-encoded.
 */
export const addRobotsHeader = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ url, routeOptions }, reply) => {
    if (NOT_PUBLIC.test(url) || NOT_PUBLIC.test(routeOptions.url ?? '')) reply.headers(NOINDEX);
  });
};
