import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { LOGO_NAME } from '#contract/logo.ts';
import { fillPath, paths } from '#contract/paths.ts';
import { withAudit } from '../auth/audit.ts';
import type { Database } from '../database/types.ts';
import type { LogoImage } from './logo-image.ts';

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

/** The logo of a name; undefined if there is none. */
export const findLogo = async (
  db: Kysely<Database>,
  name: string,
): Promise<Pick<LogoImage, 'bytes' | 'type'> | undefined> =>
  LOGO_NAME.test(name)
    ? db.selectFrom('logos').where('name', '=', name).select(['bytes', 'type']).executeTakeFirst()
    : undefined;

/** Replaces the bytes of a logo by those of a smaller copy. */
export const replaceLogoBytes = async (
  db: Kysely<Database>,
  name: string,
  bytes: Buffer,
): Promise<void> => {
  await db.updateTable('logos').set({ bytes }).where('name', '=', name).execute();
};
