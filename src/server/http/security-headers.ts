import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { AppConfig, InlineHashes } from '../config/app-config.ts';
import { NOINDEX } from './robots-header.ts';

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
  const allowlist = payment.length > 0 ? ['self', ...payment.map((origin) => `"${origin}"`)] : [];
  return [
    ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
    `payment=(${allowlist.join(' ')})`,
  ].join(', ');
};

/** Content security policy of a response that loads nothing and cannot be framed. */
export const DENY_ALL_CSP =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Headers of JSON error responses that are written without Fastify's hooks.
 */
export const rawResponseHeaders = (isSecure: boolean): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': DENY_ALL_CSP,
  'content-type': 'application/json; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy([]),
  'referrer-policy': 'same-origin',
  ...(isSecure && { 'strict-transport-security': `max-age=${YEAR_S}` }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...NOINDEX,
});

type Policy = AppConfig['csp'];

const directives = (csp: Policy, inline?: InlineHashes): Record<string, string[]> => {
  const frames = csp?.frame ?? [];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(inline?.scripts ?? []), ...(csp?.scriptOrigins ?? [])],
    'style-src': ["'self'", ...(inline?.styles ?? []), ...(csp?.styles ?? [])],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(csp?.connect ?? [])],
    'frame-src': frames.length > 0 ? [...frames] : ["'none'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
};

/** The content security policy of a document of the site: that of every response, and its inline parts. */
export const documentPolicy = (csp: Policy, inline: InlineHashes): string =>
  Object.entries(directives(csp, inline))
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');

/**
 * Adds the security headers to every response, errors included. The referrer policy is `same-origin`:
 * under `no-referrer` some browsers send `Origin: null` with same-origin requests.
 */
export const addSecurityHeaders = async (
  app: FastifyInstance,
  { csp }: Pick<AppConfig, 'csp'>,
  isSecure: boolean,
): Promise<void> => {
  const payment = csp?.payment ?? [];
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directives(csp) },
    crossOriginEmbedderPolicy: false,
    // The payment provider's frame opens the bank's page in a popup and waits for its message.
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
