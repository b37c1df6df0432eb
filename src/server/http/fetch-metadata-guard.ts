import type { onRequestAsyncHookHandler } from 'fastify';
import { HttpError } from './http-error.ts';
import type { Origins } from './origins.ts';

const SPECULATIVE = /prefetch|prerender|preview/i;

/**
 * A hook for a GET route with a side effect, such as verifying a code. It rejects cross-site requests
 * (Fetch Metadata) and speculative ones (prefetch, prerender, preview), which would consume the code.
 */
export const createFetchMetadataGuard =
  (origins: Origins): onRequestAsyncHookHandler =>
  async ({ headers }) => {
    const purposes = [
      headers['sec-purpose'],
      headers['purpose'],
      headers['x-purpose'],
      headers['x-moz'],
    ];
    if (purposes.some((purpose) => SPECULATIVE.test(String(purpose ?? ''))))
      throw new HttpError('forbidden', 'This cannot be fetched ahead of time.');
    const { origin } = headers;
    const isOtherOrigin =
      origin !== undefined && !origins.isOwn(origin) && !origins.isListed(origin);
    if (isOtherOrigin || headers['sec-fetch-site'] === 'cross-site')
      throw new HttpError('origin_refused', 'This call must come from a page of this site.');
  };
