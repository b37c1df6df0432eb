import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

/** Adds one or a few routes that belong together. */
export type AddRoutes = (app: FastifyInstance, services: Services) => void;
