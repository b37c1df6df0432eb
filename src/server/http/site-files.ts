import { createHash, hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { MS_PER_S, YEAR_S } from '#contract/durations.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'application/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;

/** Encodings of the build's compressed copies, the preferred one first. A client names each it accepts. */
const ENCODINGS = [
  { name: 'br', suffix: '.br', accepted: /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i },
  { name: 'gzip', suffix: '.gz', accepted: /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i },
];

/** The bytes of a file in one encoding, and what a response says of them. */
export interface Copy {
  body: Buffer;
  etag: string;
  /** Of every response, also without a body. */
  headers: Record<string, string>;
  content: Record<string, string>;
}

/** A file of the site in the encodings that it is served in. */
export interface SiteFile {
  /** Epoch ms of a whole second, as `Last-Modified` says it. */
  modifiedAt: number;
  plain: Copy;
  compressed: { accepted: RegExp; copy: Copy }[];
}

/** Whether the name of a file has a hash of its content. */
export const isAsset = (path: string): boolean => path.startsWith('/assets/');

const headersOf = (path: string): Record<string, string> => ({
  'cache-control': isAsset(path) ? IMMUTABLE : 'no-cache',
  'accept-ranges': 'bytes',
  // Other sites show the images of link previews.
  ...(path.startsWith('/social/') && { 'cross-origin-resource-policy': 'cross-origin' }),
});

/**
 * A file as it is served.
 *
 * @param modifiedMs epoch milliseconds
 * @param compressed bodies by their `Content-Encoding`
 */
const createSiteFile = (
  path: string,
  modifiedMs: number,
  body: Buffer,
  compressed: Readonly<Record<string, Buffer>>,
): SiteFile => {
  const modifiedAt = Math.floor(modifiedMs / MS_PER_S) * MS_PER_S;
  const type = TYPES[extname(path).slice(1)] ?? 'application/octet-stream';
  const createCopy = (bytes: Buffer, encoding?: string): Copy => {
    const etag = `"${hash('sha256', bytes, 'base64url')}"`;
    return {
      body: bytes,
      etag,
      headers: { ...headersOf(path), etag, 'last-modified': new Date(modifiedAt).toUTCString() },
      content: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
    };
  };
  return {
    modifiedAt,
    plain: createCopy(body),
    compressed: ENCODINGS.flatMap(({ name, accepted }) => {
      const bytes = compressed[name];
      return bytes ? [{ accepted, copy: createCopy(bytes, name) }] : [];
    }),
  };
};

const readFile = (webRoot: string, path: string): SiteFile => {
  const file = webRoot + path;
  const present = ENCODINGS.filter(({ suffix }) => existsSync(file + suffix));
  return createSiteFile(
    path,
    statSync(file).mtimeMs,
    readFileSync(file),
    Object.fromEntries(present.map(({ name, suffix }) => [name, readFileSync(file + suffix)])),
  );
};

/** The files of the built site by their path, without hidden ones. A build is read once, when a server starts. */
export const readSite = (webRoot: string): Map<string, SiteFile> =>
  new Map(
    readdirSync(webRoot, { recursive: true, encoding: 'utf8' })
      .map((name) => `/${name.replaceAll('\\', '/')}`)
      .filter((path) => !/\/\.|\.(?:br|gz)$/.test(path) && statSync(webRoot + path).isFile())
      .map((path) => [path, readFile(webRoot, path)]),
  );

/** A bound on builds that are kept, far above what is deployed in their 14 days; 300 KB each. */
const BUILDS_KEPT = 50;
/** Key of the advisory lock of servers that start at the same time. */
const LOCK_KEY = 3853314791062309108n;

const decompress = promisify(brotliDecompress);

const brotliOf = ({ compressed }: SiteFile) =>
  compressed.find(({ copy }) => copy.content['content-encoding'] === 'br')?.copy.body;

/** A build is known by the names of its assets, which have hashes of their content. */
const nameBuild = (paths: readonly string[]): string =>
  createHash('sha256').update(paths.join('\n')).digest('base64url');

/**
 * Stores the assets of a build in the database, where the servers of other builds find them: tabs keep asking
 * for the chunks of the build that they come from. The others are replaced from now on; the reaper deletes
 * them. Does nothing if this build is already the newest.
 */
export const keepBuild = async (
  db: Kysely<Database>,
  files: ReadonlyMap<string, SiteFile>,
): Promise<void> => {
  const assets = [...files].filter(([path]) => isAsset(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  if (assets.length === 0) return;
  const build = nameBuild(assets.map(([path]) => path));
  const rows = assets.map(([path, file]) => {
    const brotli = brotliOf(file);
    return { path, build, is_brotli: brotli !== undefined, body: brotli ?? file.plain.body };
  });
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(trx);
    const kept = await trx
      .selectFrom('site_files')
      .select('path')
      .where('build', '=', build)
      .where('replaced_at', 'is', null)
      .execute();
    if (kept.length === rows.length) return;
    await trx
      .insertInto('site_files')
      .values(rows)
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ build, replaced_at: null }))
      .execute();
    await trx
      .updateTable('site_files')
      .set({ replaced_at: sql`now()` })
      .where('build', '!=', build)
      .where('replaced_at', 'is', null)
      .execute();
    await sql`delete from site_files where build not in (
      select build from site_files group by build
      order by max(coalesce(replaced_at, 'infinity')) desc limit ${sql.lit(BUILDS_KEPT)})`.execute(
      trx,
    );
  });
};

/** Finds an asset of another build by its path, `/assets/main-abc123.js`. Rejects without the database. */
export const findFormerFile = async (
  db: Kysely<Database>,
  path: string,
): Promise<SiteFile | undefined> => {
  const row = await db
    .selectFrom('site_files')
    .select(['is_brotli', 'body', 'stored_at'])
    .where('path', '=', path)
    .executeTakeFirst();
  if (!row) return undefined;
  const { is_brotli: isBrotli, body, stored_at: storedAt } = row;
  return createSiteFile(
    path,
    storedAt.getTime(),
    isBrotli ? await decompress(body) : body,
    isBrotli ? { br: body } : {},
  );
};
