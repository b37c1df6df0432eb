import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Cookies } from '../auth/sessions/cookies.ts';
import { HttpError } from './http-error.ts';
import type { Origins } from './origins.ts';

const SPECULATIVE = /prefetch|prerender|preview/i;

/**
 * A hook for a GET route with an effect, such as verifying a code. Only a script of the site or of a
 * listed origin may call it: a picture or a link on another page, also of a sibling domain, would set
 * an attacker's ticket. Speculative requests (prefetch, prerender, preview) would consume the code.
 */
export const createFetchMetadataGuard = (
  origins: Origins,
  cookies: Cookies,
): onRequestAsyncHookHandler => {
  const isOwnScript = (request: FastifyRequest): boolean => {
    const { origin, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = request.headers;
    const isAllowed = origins.isAllowed(origin);
    if (origin !== undefined && !isAllowed) return false;
    // On http, and before Safari 16.4. Only a script of the site can send the header.
    if (site === undefined && destination === undefined)
      return isAllowed || cookies.xsrf(request) !== undefined;
    return (isAllowed || site === 'same-origin') && destination === 'empty';
  };

  return async (request) => {
    const { headers } = request;
    const purposes = [
      headers['sec-purpose'],
      headers['purpose'],
      headers['x-purpose'],
      headers['x-moz'],
    ];
    if (purposes.some((purpose) => SPECULATIVE.test(String(purpose ?? ''))))
      throw new HttpError('forbidden', 'This cannot be fetched ahead of time.');
    if (!isOwnScript(request))
      throw new HttpError('origin_refused', 'This call must come from a page of this site.');
  };
};
