import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { YEAR_S } from '#contract/durations.ts';
import type { AppConfig, ContentPolicy, InlineHashes } from '../config/app-config.ts';

const EMPTY: ContentPolicy = {
  documents: {},
  connect: [],
  frame: [],
  scriptOrigins: [],
  images: [],
  payment: [],
};

// A semicolon or space in an entry would inject further directives.
const isSource = (entry: unknown): entry is string =>
  typeof entry === 'string' && /^[^\s;,]+$/.test(entry);

const sources = (value: unknown, key: string): string[] => {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isSource))
    throw new Error(`csp.json of the build is malformed: ${key}`);
  return value;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const documents = (value: unknown = {}): Record<string, InlineHashes> => {
  if (!isRecord(value)) throw new Error('csp.json of the build is malformed: documents');
  return Object.fromEntries(
    Object.entries(value).map(([path, hashes]) => {
      const { scripts, styles } = isRecord(hashes) ? hashes : {};
      return [path, { scripts: sources(scripts, path), styles: sources(styles, path) }];
    }),
  );
};

/**
 * Reads the hashes and origins that the build wrote for the content security policy.
 *
 * @returns empty lists if the file does not exist
 * @throws if the file is malformed
 */
export const readContentPolicy = async (file: string): Promise<ContentPolicy> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return EMPTY;
  const policy: Record<string, unknown> = JSON.parse(text);
  return {
    documents: documents(policy['documents']),
    connect: sources(policy['connect'], 'connect'),
    frame: sources(policy['frame'], 'frame'),
    scriptOrigins: sources(policy['scriptOrigins'], 'scriptOrigins'),
    images: sources(policy['images'], 'images'),
    payment: sources(policy['payment'], 'payment'),
  };
};

/** Tells search engines not to list a response (`X-Robots-Tag`). */
export const NOINDEX = { 'x-robots-tag': 'noindex' } as const;

/** Paths outside the public site: the application area, the API, logos, health checks, the charts. */
const NOT_PUBLIC = /^\/(?:app|charts|healthz|logos|readyz|v\d+)(?:[/?]|$)/;

/**
 * Keeps every response outside the public site out of search engines. The route is checked besides the
 * URL, which may be percent-encoded.
 */
export const addRobotsHeader = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    if (NOT_PUBLIC.test(url) || NOT_PUBLIC.test(routeOptions.url ?? '')) reply.headers(NOINDEX);
    done();
  });
};

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

type Policy = AppConfig['csp'];

/** The content security policy of the site: that of every response, or of a document with its inline parts. */
export const documentPolicy = (csp: Policy, inline?: InlineHashes): string => {
  const frames = csp?.frame ?? [];
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(inline?.scripts ?? []), ...(csp?.scriptOrigins ?? [])],
    'style-src': ["'self'", ...(inline?.styles ?? []), ...(csp?.styles ?? [])],
    'img-src': ["'self'", 'data:', 'blob:', ...(csp?.images ?? [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(csp?.connect ?? [])],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
};

/** Content security policy of a response that loads nothing and cannot be framed. */
export const DENY_ALL_CSP =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Security headers that all responses have. The referrer policy is `same-origin`: under `no-referrer` some
 * browsers send `Origin: null` with same-origin requests.
 */
const securityHeaders = (isSecure: boolean, payment: readonly string[]) => ({
  // The payment provider's frame opens the bank's page in a popup and waits for its message.
  'cross-origin-opener-policy': payment.length > 0 ? 'same-origin-allow-popups' : 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy(payment),
  'referrer-policy': 'same-origin',
  ...(isSecure && { 'strict-transport-security': `max-age=${YEAR_S}` }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // The filter of old browsers could be turned against a page.
  'x-xss-protection': '0',
  'cache-control': 'no-store',
});

/** Headers of JSON error responses that are written without Fastify's hooks. */
export const rawResponseHeaders = (isSecure: boolean): Record<string, string> => ({
  ...securityHeaders(isSecure, []),
  'content-security-policy': DENY_ALL_CSP,
  'content-type': 'application/json; charset=utf-8',
  ...NOINDEX,
});

/**
 * Adds the security headers to every response, errors included. They are the same for all requests: a route
 * replaces what differs.
 */
export const addSecurityHeaders = (
  app: FastifyInstance,
  { csp }: Pick<AppConfig, 'csp'>,
  isSecure: boolean,
): void => {
  const headers = {
    ...securityHeaders(isSecure, csp?.payment ?? []),
    'content-security-policy': documentPolicy(csp),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
};

/**
 * Keeps responses that set a cookie out of shared caches, which would send one client's cookie to
 * another. Browsers may store them and revalidate. Call it after @fastify/cookie is registered.
 */
export const addSetCookieCaching = (app: FastifyInstance): void => {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.hasHeader('set-cookie') && reply.getHeader('cache-control') !== 'no-store')
      reply.header('cache-control', 'private, no-cache');
    done();
  });
};
