import type { FastifyInstance } from 'fastify';
import type { AppConfig, ContentPolicy } from '../../config/app-config.ts';
import { documentPolicy } from '../security-headers.ts';

/** The path without the ways in which people write it: upper case, `/` at the end, a file name. */
const plain = (path: string): string =>
  path
    .toLowerCase()
    .replace(/(?:\/index\.html|(?<=[^/])\.html)?\/*$/, '')
    .replace(/^$/, '/');

/**
 * Serves the site's documents at the addresses of their pages. Redirects other spellings to them:
 * `/Pricing`, `/pricing/`, `/pricing.html`, `/index.html`. The query stays.
 */
export const addDocumentRoutes = (site: FastifyInstance, { csp }: Pick<AppConfig, 'csp'>): void => {
  const documents: ContentPolicy['documents'] = csp?.documents ?? {};
  const addresses = new Map(Object.keys(documents).map((path) => [path.toLowerCase(), path]));
  site.addHook('onRequest', async ({ method, url }, reply) => {
    if (method !== 'GET' && method !== 'HEAD') return;
    const [path = ''] = url.split('?', 1);
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
