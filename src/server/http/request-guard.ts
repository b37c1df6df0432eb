import type { FastifyInstance, FastifyRequest } from 'fastify';
import { XSRF_HEADER } from '#contract/cookies.ts';
import { Refusal } from '../refusal.ts';
import type { Cookies } from './cookies.ts';
import type { Origins } from './origins.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call needs no cookie at all, and so no proof that the page can read ours. */
    needsNoCookie?: boolean;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
// Files and health checks set no cookies, so that anything in front may cache them.
const WITHOUT_COOKIES = /^\/(?:assets|fonts|logos)\/|^\/(?:healthz|readyz)$/;

/** Characters between two slashes: an address of 254, each of them percent-encoded, and some. */
export const PARAMETER_LENGTH_MAX = 1024;

// The router goes on to the built site's catch-all where a parameter is too long.
const refuseEndlessPath = (path: string) => {
  if (path.split('/').some((part) => part.length > PARAMETER_LENGTH_MAX))
    throw new Refusal('path_too_long', 'This address is too long.');
};

// RFC 9112 §3.2. Of two, Node keeps the first; a proxy in front may have gone by the last.
const refuseUnlessOneHost = ({ raw }: FastifyRequest) => {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
  const count = names.filter((name) => name.toLowerCase() === 'host').length;
  if (count > 1 || (count === 0 && raw.httpVersion !== '1.0'))
    throw new Refusal('request_invalid', 'There must be one Host header.');
};

/**
 * Guards every call that changes something: it comes from a page of
 * ours, which proves by the header that it can read our cookie. Every page gets that cookie.
 */
export const addRequestGuard = (
  app: FastifyInstance,
  { origins, cookies }: { origins: Origins; cookies: Cookies },
): void => {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    refuseUnlessOneHost(request);
    refuseEndlessPath(path);
    if (SAFE_METHODS.has(request.method)) {
      const needsCookie = request.method === 'GET' && !WITHOUT_COOKIES.test(path);
      if (needsCookie && cookies.xsrf(request) === undefined) cookies.renewXsrf(request, reply);
      return;
    }
    if (request.is404) return;
    const { origin } = request.headers;
    if (origin === undefined || !(origins.isOwn(origin) || origins.isListed(origin)))
      throw new Refusal('origin_refused', 'This call must come from a page of this site.');
    if (request.routeOptions.config.needsNoCookie) return;
    const token = cookies.xsrf(request);
    if (token === undefined || request.headers[XSRF_HEADER] !== token)
      throw new Refusal('xsrf', 'The XSRF value is missing or stale. Fetch a fresh one.');
  });
};
