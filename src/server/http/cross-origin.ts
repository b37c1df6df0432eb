import type { FastifyInstance } from 'fastify';
import { XSRF_HEADER } from '#contract/cookies.ts';
import type { Origins } from './origins.ts';

const PREFLIGHT_MAX_AGE_S = 600;

/** Credentialed CORS for the origins of the settings, and for nobody else. */
export const addCrossOriginAccess = (app: FastifyInstance, origins: Origins): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !origins.isListed(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'Retry-After',
    });
  });
};

/** Answers the preflight requests of those origins. */
export const addPreflightAnswers = (app: FastifyInstance, origins: Origins): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    const isPreflight =
      request.method === 'OPTIONS' &&
      request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight || origin === undefined || !origins.isListed(origin)) return;
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PATCH',
        'access-control-allow-headers': `content-type, ${XSRF_HEADER}`,
        'access-control-max-age': PREFLIGHT_MAX_AGE_S,
      })
      .send();
  });
};
