import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { createSiteFile, isAsset, type SiteFile } from './static-site.ts';

/** Builds that are kept: the one that serves, and the two before it. */
const BUILDS_KEPT = 3;
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
