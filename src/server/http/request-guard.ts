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

const refuseSecondHost = (request: FastifyRequest) => {
  const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
  // Node keeps the first; a proxy in front may have gone by the last.
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1)
    throw new Refusal('request_invalid', 'There are two Host headers.');
};

/**
 * Guards every call that changes something (decisions, XSRF and origins): it comes from a page of
 * ours, which proves by the header that it can read our cookie. Every page gets that cookie.
 */
export const addRequestGuard = (
  app: FastifyInstance,
  { origins, cookies }: { origins: Origins; cookies: Cookies },
): void => {
  app.addHook('onRequest', async (request, reply) => {
    refuseSecondHost(request);
    if (SAFE_METHODS.has(request.method)) {
      const [path = ''] = request.url.split('?', 1);
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
