import type { FastifyInstance } from 'fastify';

/**
 * Keeps answers that set a cookie out of shared caches, which would hand one visitor's cookie to the
 * next. A browser may keep them, and asks again. Call it after the cookies are registered.
 */
export const addPrivateAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.hasHeader('set-cookie') && reply.getHeader('cache-control') !== 'no-store')
      reply.header('cache-control', 'private, no-cache');
  });
};
