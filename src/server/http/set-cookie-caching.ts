import type { FastifyInstance } from 'fastify';

/**
 * Keeps responses that set a cookie out of shared caches, which would send one client's cookie to
 * another. Browsers may store them and revalidate. Call it after @fastify/cookie is registered.
 */
export const addSetCookieCaching = (app: FastifyInstance): void => {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.hasHeader('set-cookie') && reply.getHeader('cache-control') !== 'no-store')
      reply.header('cache-control', 'private, no-cache');
  });
};
