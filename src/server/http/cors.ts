import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { XSRF_HEADER } from '#contract/cookies.ts';
import type { Origins } from './origins.ts';

const PREFLIGHT_MAX_AGE_S = 600;

/** Credentialed CORS for the origins of `WEB_ORIGINS`; any other origin gets no CORS headers. */
export const addCors = async (app: FastifyInstance, origins: Origins): Promise<void> => {
  await app.register(cors, {
    origin: async (origin?: string) => origin !== undefined && origins.isListed(origin),
    credentials: true,
    exposedHeaders: ['Retry-After'],
    methods: ['GET', 'POST', 'PATCH'],
    allowedHeaders: ['content-type', XSRF_HEADER],
    maxAge: PREFLIGHT_MAX_AGE_S,
    strictPreflight: false,
    // The request limit counts preflights too, so its hook runs before the response.
    preflightContinue: true,
  });
};

/** Responds to the preflights that `addCors` accepts. Call it after the request limit is added. */
export const addPreflightResponse = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' && reply.hasHeader('access-control-allow-methods'))
      return reply.code(204).send();
  });
};
