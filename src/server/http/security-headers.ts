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

const permissionsPolicy = (payment: readonly string[]): string => {
  const payers = payment.length > 0 ? ['self', ...payment.map((origin) => `"${origin}"`)] : [];
  return [
    ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
    `payment=(${payers.join(' ')})`,
  ].join(', ');
};

/** The policy of what loads nothing, sends nothing and is framed by nobody. */
export const NOTHING_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * What even an answer that never reached the application carries: it is JSON, needs nothing and
 * is for nobody else.
 */
export const bareHeaders = (isSecure: boolean): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': NOTHING_POLICY,
  'content-type': 'application/json; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy([]),
  'referrer-policy': 'same-origin',
  ...(isSecure && { 'strict-transport-security': `max-age=${YEAR_S}` }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

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
  const permissions = permissionsPolicy(payment);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'permissions-policy': permissions, 'cache-control': 'no-store' });
  });
};
