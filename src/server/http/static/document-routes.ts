import type { FastifyInstance } from 'fastify';
import type { AppConfig, ContentPolicy } from '../../config/app-config.ts';
import { documentPolicy } from '../security-headers.ts';

const NO_INLINE_PARTS = { scripts: [], styles: [] };
/** Longer than any address of a page, with its encodings. */
const PATH_LENGTH_MAX = 200;

/**
 * The path without the ways in which people write it: percent encoding, upper case, `/` at the end, a
 * file name. A malformed encoding has been rejected before.
 */
const plain = (path: string): string =>
  decodeURIComponent(path)
    .toLowerCase()
    .replace(/(?:\/index\.html|(?<=[^/])\.html)?\/{0,9}$/, '') || '/';

/**
 * Serves the site's documents at the addresses of their pages. Redirects other spellings to them:
 * `/Pricing`, `/pricing/`, `/pricing.html`, `/index.html`. The query stays.
 */
export const addDocumentRoutes = (site: FastifyInstance, { csp }: Pick<AppConfig, 'csp'>): void => {
  const documents: ContentPolicy['documents'] = { '/': NO_INLINE_PARTS, ...csp?.documents };
  const addresses = new Map(Object.keys(documents).map((path) => [path.toLowerCase(), path]));
  site.addHook('onRequest', async ({ method, url }, reply) => {
    const [path = ''] = url.split('?', 1);
    if ((method !== 'GET' && method !== 'HEAD') || path.length > PATH_LENGTH_MAX) return;
    // As a relative URL, this is another host.
    if (path.startsWith('//')) return;
    const address = addresses.get(plain(path));
    if (address === undefined || address === path) return;
    return reply.redirect(address + url.slice(path.length), 301);
  });
  for (const [path, inline] of Object.entries(documents)) {
    const policy = documentPolicy(csp, inline);
    site.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (_request, reply) =>
        reply
          .header('content-security-policy', policy)
          .sendFile(path === '/' ? 'index.html' : `${path.slice(1)}.html`),
    });
  }
};
