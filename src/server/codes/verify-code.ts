import { type Kysely, type SqlBool, sql } from 'kysely';
import { CODE_TRIES } from '#contract/limits.ts';
import type { Database } from '../db/types.ts';
import { codeHash } from './code-hash.ts';

/** A code that was made, is neither used nor over, and may be tried once more. */
const isLiveCode = sql<SqlBool>`hash is not null and consumed_at is null
  and expires_at > now() and attempts < ${sql.lit(CODE_TRIES)}`;

/**
 * Tries a login code. Counting the try, comparing and consuming are one statement, so that any number
 * of guesses at once get `CODE_TRIES` of them evaluated. A code that a known browser asked for is
 * tried by that browser alone; its own tries are counted there and on the code that others share.
 *
 * @param device as `knownDevice` tells it
 * @returns whether it held; it never will again
 */
export const verifyLoginCode = async (
  db: Kysely<Database>,
  key: Buffer,
  { email, code, device }: { email: string; code: string; device: string },
): Promise<boolean> => {
  const hash = codeHash(key, { purpose: 'login', email, code });
  const tried = await db
    .updateTable('codes')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      consumed_at: sql<Date | null>`case when hash = ${hash} then now() end`,
    }))
    .where('email', '=', email)
    .where('purpose', '=', 'login')
    .where('device', 'in', [...new Set(['', device])])
    .where(isLiveCode)
    .returning(sql<boolean>`hash = ${hash}`.as('holds'))
    .execute();
  return tried.some(({ holds }) => holds);
};

/** Ends the login codes of an address, of every browser: what they were asked for is over. */
export const endLoginCodes = async (db: Kysely<Database>, email: string): Promise<void> => {
  await db.deleteFrom('codes').where('email', '=', email).where('purpose', '=', 'login').execute();
};
