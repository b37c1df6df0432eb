import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { AppConfig, ContentPolicy } from '#server/config/app-config.ts';
import type { Database } from '#server/database/types.ts';
import { errorBody } from './error-handler.ts';
import { HttpError } from './http-error.ts';
import { documentPolicy } from './security-headers.ts';
import {
  type Copy,
  findFormerFile,
  isAsset,
  keepBuild,
  readSite,
  type SiteFile,
} from './site-files.ts';

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

/** The build's form of such a name, which can be asked of a database. */
const ASSET_NAME = /^\/assets\/[\w.-]{1,200}$/;

const copyFor = ({ plain, compressed }: SiteFile, accepted = ''): Copy => {
  for (const { accepted: pattern, copy } of compressed) {
    const match = pattern.exec(accepted);
    if (match && Number(match[1] ?? 1) > 0) return copy;
  }
  return plain;
};

const isListed = (list: string, etag: string): boolean =>
  list === '*' || list.split(',').some((entry) => entry.trim() === etag);

/** Whether the client wants the file only as it was (RFC 9110 §13.1.1 and 13.1.4), and it has changed. */
const hasChanged = ({ headers }: FastifyRequest, { modifiedAt }: SiteFile, copy: Copy): boolean => {
  const match = headers['if-match'];
  if (match !== undefined) return !isListed(match, copy.etag);
  const since = headers['if-unmodified-since'];
  return since !== undefined && modifiedAt > Date.parse(since);
};

/** Whether the client has the file (RFC 9110 §13.1.2 and 13.1.3). A proxy may have made its ETag weak. */
const isKnown = ({ headers }: FastifyRequest, { modifiedAt }: SiteFile, copy: Copy): boolean => {
  const match = headers['if-none-match'];
  if (match !== undefined) return isListed(match.replaceAll('W/', ''), copy.etag);
  const since = headers['if-modified-since'];
  return since !== undefined && modifiedAt <= Date.parse(since);
};

/** The range that the client asks for, unless it has parts of another version (RFC 9110 §13.1.5). */
const rangeOf = ({ method, headers }: FastifyRequest, { etag, headers: own, body }: Copy) => {
  const { range, 'if-range': condition } = headers;
  if (method !== 'GET' || range === undefined) return undefined;
  const isStale =
    condition !== undefined && ![etag, own['last-modified']].includes(String(condition));
  return isStale ? undefined : readByteRange(range, body.length);
};

const rejectRange = (reply: FastifyReply, size: number): FastifyReply => {
  const error = new HttpError('range_unsatisfiable', 'There is no such part.');
  for (const name of ['etag', 'last-modified']) reply.removeHeader(name);
  return reply
    .code(error.status)
    .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
    .send(errorBody(error));
};

/** Sends a file, or 304, or the byte range that is asked for: 206, or 416 with the size. */
const sendFile = (request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply => {
  const copy = copyFor(file, String(request.headers['accept-encoding'] ?? ''));
  // Before the headers of the file, which would let caches keep the refusal.
  if (hasChanged(request, file, copy))
    throw new HttpError('request_invalid', 'The file has changed.', { status: 412 });
  const vary = reply.getHeader('vary');
  reply
    .headers(copy.headers)
    .header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  if (isKnown(request, file, copy)) return reply.code(304).send();
  const range = rangeOf(request, copy);
  if (range === 'unsatisfiable') return rejectRange(reply, copy.body.length);
  reply.headers(copy.content);
  if (range === undefined) return reply.send(copy.body);
  const { start, end } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${copy.body.length}`)
    .send(copy.body.subarray(start, end + 1));
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
const addDocumentRoutes = (
  site: FastifyInstance,
  files: ReadonlyMap<string, SiteFile>,
  { csp }: Pick<AppConfig, 'csp'>,
): void => {
  const documents: ContentPolicy['documents'] = { '/': NO_INLINE_PARTS, ...csp?.documents };
  const addresses = new Map(Object.keys(documents).map((path) => [path.toLowerCase(), path]));
  site.addHook('onRequest', ({ method, url }, reply, done) => {
    const [path = ''] = url.split('?', 1);
    if ((method !== 'GET' && method !== 'HEAD') || path.length > PATH_LENGTH_MAX) return done();
    // A double slash, as a relative URL, is another host.
    if (Object.hasOwn(documents, path) || isAsset(path) || path.startsWith('//')) return done();
    const address = addresses.get(plain(path));
    if (address === undefined) return done();
    reply.redirect(address + url.slice(path.length), 301);
  });
  for (const [path, inline] of Object.entries(documents)) {
    const policy = documentPolicy(csp, inline);
    const file = files.get(path === '/' ? '/index.html' : `${path}.html`);
    if (file === undefined) continue;
    site.route({
      method: ['GET', 'HEAD'],
      url: path,
      config: { isCookieless: !file.plain.body.includes('<form') },
      handler: (request, reply) =>
        sendFile(request, reply.header('content-security-policy', policy), file),
    });
  }
};

/**
 * Serves the built site from memory: a few megabytes, read when the server starts. Files with a hash in
 * their name are immutable for a year, others are revalidated. Serves precompressed copies and byte ranges.
 * @param findFormer finds files of other builds, which tabs of another version ask for
 */
export const addStaticSite = async (
  app: FastifyInstance,
  config: Pick<AppConfig, 'csp'>,
  files: ReadonlyMap<string, SiteFile>,
  findFormer: (path: string) => Promise<SiteFile | undefined>,
): Promise<void> => {
  const sendFormer = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = await findFormer(path);
    return file ? sendFile(request, reply, file) : reply.callNotFound();
  };
  // Encapsulated: only these addresses have other spellings.
  await app.register(async (site) => {
    addDocumentRoutes(site, files, config);
    site.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/*',
      config: { isCookieless: true },
      handler: (request, reply) => {
        const path = `/${request.params['*']}`;
        const file = files.get(path);
        if (file) return sendFile(request, reply, file);
        return ASSET_NAME.test(path) ? sendFormer(request, reply, path) : reply.callNotFound();
      },
    });
    // The chart viewer is an optional part of the build.
    const charts = files.get('/charts.html');
    if (charts)
      for (const address of ['/charts', '/charts/'])
        site.get(address, (request, reply) => sendFile(request, reply, charts));
  });
};

interface BuiltSite extends Pick<AppConfig, 'csp'> {
  /** The folder of the build. */
  webRoot: string;
  db: Kysely<Database>;
  onError(error: unknown): void;
}

/** Serves a build, and keeps its assets in the database for the servers of other builds. */
export const addBuiltSite = async (
  app: FastifyInstance,
  { csp, webRoot, db, onError }: BuiltSite,
): Promise<void> => {
  const files = readSite(webRoot);
  await addStaticSite(app, { csp }, files, (path) => findFormerFile(db, path));
  let keeping = Promise.resolve();
  app.addHook('onReady', async () => {
    keeping = keepBuild(db, files).catch(onError);
  });
  app.addHook('onClose', () => keeping);
};
