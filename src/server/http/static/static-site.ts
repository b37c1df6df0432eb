import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../../config/app-config.ts';
import { addDocumentRoutes } from './document-routes.ts';
import { addFileRanges } from './file-ranges.ts';

const YEAR_S = 365 * 24 * 60 * 60;
const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;

/**
 * Serves the built site: files with a hash in their name are immutable for a year, others are
 * revalidated. Serves precompressed copies and byte ranges.
 */
export const addStaticSite = async (
  app: FastifyInstance,
  config: AppConfig,
  webRoot: string,
): Promise<void> => {
  // Encapsulated: only static files have byte ranges.
  await app.register(async (site) => {
    addFileRanges(site);
    await site.register(fastifyStatic, {
      root: webRoot,
      // Home has its own route, with the hashes of its inline parts.
      index: false,
      preCompressed: true,
      cacheControl: false,
      acceptRanges: false,
      dotfiles: 'ignore',
      // A path with two leading slashes is another host as a relative URL. Compressed copies are only
      // served in place of their file.
      allowedPath: (path) => !path.startsWith('//') && !/\.(?:br|gz)$/.test(path),
      setHeaders(reply, file) {
        const path = file.slice(webRoot.length).replaceAll('\\', '/');
        reply.headers({
          'cache-control': path.startsWith('/assets/') ? IMMUTABLE : 'no-cache',
          'accept-ranges': 'bytes',
        });
        // Other sites show the images of link previews.
        if (path.startsWith('/social/'))
          reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
    addDocumentRoutes(site, config);
    // The chart viewer is an optional part of the build.
    if (existsSync(join(webRoot, 'charts.html')))
      for (const address of ['/charts', '/charts/'])
        site.get(address, (_request, reply) => reply.sendFile('charts.html'));
  });
};
