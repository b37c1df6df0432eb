import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { addFileRanges } from './file-ranges.ts';

const YEAR_S = 365 * 24 * 60 * 60;
const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;

/**
 * Serves the built site: what has a hash in its name for a year, everything else revalidated;
 * precompressed files where the build made them (design, Speed), and parts of them.
 */
export const addStaticSite = async (app: FastifyInstance, webRoot: string): Promise<void> => {
  // A scope of its own: nothing else has parts.
  await app.register(async (site) => {
    addFileRanges(site);
    await site.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      cacheControl: false,
      acceptRanges: false,
      dotfiles: 'ignore',
      // The page would be served under an address that names another host when it is written relative;
      // a compressed copy is served in place of its file, never by its own name.
      allowedPath: (path) => !path.startsWith('//') && !/\.(?:br|gz)$/.test(path),
      setHeaders(reply, file) {
        const isHashed = file.slice(webRoot.length).replaceAll('\\', '/').startsWith('/assets/');
        reply.headers({
          'cache-control': isHashed ? IMMUTABLE : 'no-cache',
          'accept-ranges': 'bytes',
        });
      },
    });
    // The live view of the charts, where the build was asked for it.
    if (existsSync(join(webRoot, 'charts.html')))
      for (const address of ['/charts', '/charts/'])
        site.get(address, (_request, reply) => reply.sendFile('charts.html'));
  });
};
