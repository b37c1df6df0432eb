import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { LOGO_NAME, STORED_LOGO_BYTES_MAX } from '#contract/logo.ts';
import { fillPath, paths } from '#contract/paths.ts';
import { withAudit } from '../auth/audit.ts';
import type { Services } from '../config/services.ts';
import type { Database } from '../database/types.ts';
import { type LogoImage, shrinkLogo } from './logo-image.ts';

const NAME_BYTES = 16;

/**
 * Stores a company's logo in the database, so that every process can serve it, and replaces the earlier
 * one. It is audited in the same statement. For `withPartition`.
 *
 * @param uploader for the audit
 * @returns the URL path of the logo
 */
export const storeLogo = async (
  db: Kysely<Database>,
  companyId: string,
  { bytes, type, extension }: LogoImage,
  uploader: { email: string; network: string },
): Promise<string> => {
  const name = `${randomBytes(NAME_BYTES).toString('base64url')}.${extension}`;
  const fields = { name, bytes, type, created_at: sql<Date>`now()` };
  await withAudit(db, { event: 'logo.stored', outcome: 'accepted', ...uploader })
    .insertInto('logos')
    .values({ company_id: companyId, ...fields })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(fields))
    .execute();
  return fillPath(paths.logo, name);
};

/**
 * Returns a function that finds the logo of a name; undefined if there is none. A larger one of the version
 * before is made smaller, once for all who read it.
 */
export const createLogoFinder = ({ db, imaging }: Pick<Services, 'db' | 'imaging'>) => {
  const shrinking = new Map<string, Promise<Buffer | undefined>>();
  let previous: Promise<unknown> = Promise.resolve();

  // Read when it is its turn: a reader that waits holds no large logo.
  const shrinkStored = async (name: string): Promise<Buffer | undefined> => {
    const query = db.selectFrom('logos').where('name', '=', name).select(['bytes', 'type']);
    const row = await query.executeTakeFirst();
    if (!row) return undefined;
    const bytes = await shrinkLogo(row.bytes, row.type);
    await db.updateTable('logos').set({ bytes }).where('name', '=', name).execute();
    return bytes;
  };

  // One after the other, so that an upload waits for at most one.
  const shrinkOnce = (name: string): Promise<Buffer | undefined> => {
    const running = shrinking.get(name);
    if (running) return running;
    const next = previous
      .then(() => imaging.run('stored logos', () => shrinkStored(name)))
      .finally(() => shrinking.delete(name));
    shrinking.set(name, next);
    previous = next.catch(() => undefined);
    return next;
  };

  return async (name: string): Promise<Pick<LogoImage, 'bytes' | 'type'> | undefined> => {
    if (!LOGO_NAME.test(name)) return undefined;
    const row = await db
      .selectFrom('logos')
      .where('name', '=', name)
      .select([
        'type',
        sql<Buffer | null>`case when octet_length(bytes) <= ${sql.lit(STORED_LOGO_BYTES_MAX)}
          then bytes end`.as('bytes'),
      ])
      .executeTakeFirst();
    const bytes = row && (row.bytes ?? (await shrinkOnce(name)));
    return bytes && { bytes, type: row.type };
  };
};
