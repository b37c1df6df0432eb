import type { FastifyPluginAsync } from 'fastify';
import type { Services } from '../config/services.ts';

/** A Fastify plugin that adds routes. It is registered with the services that its handlers use. */
export type RoutePlugin = FastifyPluginAsync<Services>;
