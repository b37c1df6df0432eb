import type { AddressInfo } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { XSRF_HEADER } from '#contract/cookies.ts';
import { type AppConfig, isLoopback } from '../config/app-config.ts';

/** Origins whose pages may call the API. */
export interface Origins {
  /** The site's own origin. */
  own(): string;
  /** Whether the origin is the site's own. */
  isOwn(origin: string): boolean;
  /** Whether the origin is listed in `WEB_ORIGINS`. */
  isWebOrigin(origin: string): boolean;
  /** Whether a request has an origin, and that is the site's own or listed. */
  isAllowed(origin: string | undefined): boolean;
  /** Whether the site is on https, so that cookies are `Secure`. */
  isSecure: boolean;
}

/** Whether the site is on https. */
export const isSecureSite = ({ publicUrl }: Pick<AppConfig, 'publicUrl'>): boolean =>
  publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';

/**
 * Creates the check of request origins. Without `PUBLIC_URL` the own origin has the listening port, which
 * is known only after `listen` if the port is 0.
 */
export const createOrigins = (
  config: Pick<AppConfig, 'host' | 'port' | 'publicUrl' | 'webOrigins'>,
  listeningAt: () => AddressInfo | undefined,
): Origins => {
  const publicOrigin = config.publicUrl && new URL(config.publicUrl).origin;
  const isSecure = isSecureSite(config);

  const isOwnLoopback = (origin: string): boolean => {
    const listening = listeningAt();
    if (!URL.canParse(origin)) return false;
    const { protocol, hostname, port, origin: normal } = new URL(origin);
    // A site on https has no pages on http, not even on loopback.
    return (
      !isSecure &&
      isLoopback(listening?.address ?? config.host) &&
      isLoopback(hostname) &&
      protocol === 'http:' &&
      normal === origin &&
      Number(port || '80') === (listening?.port ?? config.port)
    );
  };

  const own = () => publicOrigin ?? `http://localhost:${listeningAt()?.port ?? config.port}`;

  const isOwn = (origin: string) => origin === own() || isOwnLoopback(origin);
  const isWebOrigin = (origin: string) => config.webOrigins.includes(origin);

  return {
    own,
    isOwn,
    isWebOrigin,
    isAllowed: (origin) => origin !== undefined && (isOwn(origin) || isWebOrigin(origin)),
    isSecure,
  };
};

const PREFLIGHT_MAX_AGE_S = 600;

/** Credentialed CORS for the origins of `WEB_ORIGINS`; any other origin gets no CORS headers. */
export const addCors = async (app: FastifyInstance, origins: Origins): Promise<void> => {
  await app.register(cors, {
    origin: (origin, callback) =>
      callback(null, origin !== undefined && origins.isWebOrigin(origin)),
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
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS' && reply.hasHeader('access-control-allow-methods'))
      reply.code(204).send();
    else done();
  });
};
