import type { onRequestAsyncHookHandler } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Origins } from './origins.ts';

const AHEAD_OF_TIME = /prefetch|prerender|preview/i;

/**
 * Keeps a GET that has an effect, as verifying a code, for those who mean it: no other site, and no
 * browser or mail scanner that fetches ahead of time, may use up a code.
 */
export const createDeliberateGuard =
  (origins: Origins): onRequestAsyncHookHandler =>
  async ({ headers }) => {
    const purposes = [
      headers['sec-purpose'],
      headers['purpose'],
      headers['x-purpose'],
      headers['x-moz'],
    ];
    if (purposes.some((purpose) => AHEAD_OF_TIME.test(String(purpose ?? ''))))
      throw new Refusal('forbidden', 'This cannot be fetched ahead of time.');
    const { origin } = headers;
    const isForeign = origin !== undefined && !origins.isOwn(origin) && !origins.isListed(origin);
    if (isForeign || headers['sec-fetch-site'] === 'cross-site')
      throw new Refusal('origin_refused', 'This call must come from a page of this site.');
  };
