import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../config.ts';

const YEAR_S = 365 * 24 * 60 * 60;
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
];

/** What even an answer that never reached the application carries. */
export const bareHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Puts the security headers on every answer, errors included. `same-origin` as referrer policy,
 * because under `no-referrer` some browsers send `Origin: null` with our own requests.
 */
export const addSecurityHeaders = async (
  app: FastifyInstance,
  { csp }: Pick<AppConfig, 'csp'>,
  isSecure: boolean,
): Promise<void> => {
  const frames = csp?.frame ?? [];
  const payment = csp?.payment ?? [];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...(csp?.scripts ?? []), ...(csp?.scriptOrigins ?? [])],
        'style-src': ["'self'", ...(csp?.styles ?? [])],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...(csp?.connect ?? [])],
        'frame-src': frames.length > 0 ? [...frames] : ["'none'"],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // A payment's bank answers in a window that the provider's frame opens and waits for.
    crossOriginOpenerPolicy: {
      policy: payment.length > 0 ? 'same-origin-allow-popups' : 'same-origin',
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    hsts: isSecure && { maxAge: YEAR_S, includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const payers = payment.length > 0 ? ['self', ...payment.map((origin) => `"${origin}"`)] : [];
  const permissions = [
    ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
    `payment=(${payers.join(' ')})`,
  ].join(', ');
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'permissions-policy': permissions, 'cache-control': 'no-store' });
  });
};
