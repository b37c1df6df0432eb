import { createReadStream, existsSync, ReadStream } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { YEAR_S } from '#contract/durations.ts';
import type { AppConfig, ContentPolicy } from '#server/config/app-config.ts';
import { errorBody } from '../error-handler.ts';
import { HttpError } from '../http-error.ts';
import { documentPolicy } from '../security-headers.ts';

const SINGLE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/** Offsets of the first and the last byte, both inclusive. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header for a file of `size` bytes (RFC 9110 §14.1.2).
 *
 * @returns undefined if the header is to be ignored: malformed, or not a single byte range
 */
export const readByteRange = (
  header: string,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const [match, first = '', last = '', suffix] = SINGLE.exec(header) ?? [];
  if (match === undefined) return undefined;
  if (suffix !== undefined) {
    if (Number(suffix) === 0) return 'unsatisfiable';
    // A suffix of an empty file is the whole file, which no range can express.
    return size === 0 ? undefined : { start: Math.max(0, size - Number(suffix)), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
};

const FILE_HEADERS = ['etag', 'last-modified', 'content-encoding', 'content-length'];

// RFC 9110 §13.1.5: a weak ETag never matches.
const isStale = ({ headers }: FastifyRequest, reply: FastifyReply): boolean => {
  const condition = headers['if-range'];
  const isWeak = String(condition).startsWith('W/');
  const validators = [reply.getHeader('etag'), reply.getHeader('last-modified')];
  return condition !== undefined && (isWeak || !validators.includes(condition));
};

const rejectRange = (reply: FastifyReply, size: number): string => {
  const error = new HttpError('range_unsatisfiable', 'There is no such part.');
  for (const name of FILE_HEADERS) reply.removeHeader(name);
  reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' });
  return JSON.stringify(errorBody(error));
};

/**
 * Serves byte ranges of files: 206, or 416 with the size for an unsatisfiable range. Malformed ranges
 * are ignored. `@fastify/static` would respond with 400 to an unsatisfiable range, to a malformed one
 * and to a suffix that is longer than the file.
 */
const addFileRanges = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!(payload instanceof ReadStream) || reply.statusCode !== 200) return payload;
    const { range: header } = request.headers;
    if (request.method !== 'GET' || header === undefined || isStale(request, reply)) return payload;
    const size = Number(reply.getHeader('content-length'));
    const range = readByteRange(header, size);
    if (range === undefined) return payload;
    payload.destroy();
    if (range === 'unsatisfiable') return rejectRange(reply, size);
    reply.code(206).headers({
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'content-length': range.end - range.start + 1,
    });
    return createReadStream(payload.path, range);
  });
};

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
const addDocumentRoutes = (site: FastifyInstance, { csp }: Pick<AppConfig, 'csp'>): void => {
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
