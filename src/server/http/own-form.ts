import type { FastifyRequest } from 'fastify';
import type { Origins } from './origins.ts';

const originOf = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;

/**
 * Whether a form was sent by a page of this site. Browsers send Fetch Metadata to secure origins; else
 * `Origin` decides, or `Referer` where a browser sends no `Origin` with a form.
 */
export const isOwnForm = ({ headers }: FastifyRequest, origins: Origins): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const origin = headers.origin ?? originOf(headers.referer);
  return origin !== undefined && origins.isOwn(origin);
};
