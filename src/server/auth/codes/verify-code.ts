import { type Kysely, type SqlBool, sql } from 'kysely';
import { CODE_TRIES } from '#contract/code.ts';
import type { Database } from '#server/database/types.ts';
import { codeHash } from './code-hash.ts';

/** The code was generated, is unused and unexpired, and has attempts left. */
const isLiveCode = sql<SqlBool>`hash is not null and consumed_at is null
  and expires_at > now() and attempts < ${sql.lit(CODE_TRIES)}`;

/**
 * Verifies a login code and consumes it. One statement counts the attempt, compares and consumes, so that
 * of any number of concurrent guesses only `CODE_TRIES` are evaluated. A code that a known device has
 * requested is valid only for that device. Its attempts count for its own code and for the shared one.
 *
 * @param device from `findKnownDevice`
 * @returns whether the code was valid
 */
export const verifyLoginCode = async (
  db: Kysely<Database>,
  key: Buffer,
  { email, code, device }: { email: string; code: string; device: string },
): Promise<boolean> => {
  const hash = codeHash(key, { purpose: 'login', email, code });
  const codes = await db
    .updateTable('codes')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      consumed_at: sql<Date | null>`case when hash = ${hash} then now() end`,
    }))
    .where('email', '=', email)
    .where('purpose', '=', 'login')
    .where('device', 'in', [...new Set(['', device])])
    .where(isLiveCode)
    .returning(sql<boolean>`hash = ${hash}`.as('isValid'))
    .execute();
  return codes.some(({ isValid }) => isValid);
};

/** Deletes the login codes of an address, of all devices. */
export const endLoginCodes = async (db: Kysely<Database>, email: string): Promise<void> => {
  await db.deleteFrom('codes').where('email', '=', email).where('purpose', '=', 'login').execute();
};
