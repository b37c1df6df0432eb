import { type Kysely, sql } from 'kysely';
import { CODE_TRIES } from '#contract/limits.ts';
import { now } from '../db/time.ts';
import type { CodePurpose, Database } from '../db/types.ts';
import { codeHash } from './code-hash.ts';

/**
 * Tries a code. Counting the try, comparing and consuming are one statement, so that any number of
 * guesses at once get `CODE_TRIES` of them evaluated.
 *
 * @returns whether it held; it never will again
 */
export const verifyCode = async (
  db: Kysely<Database>,
  key: Buffer,
  { email, purpose, code }: { email: string; purpose: CodePurpose; code: string },
): Promise<boolean> => {
  const hash = codeHash(key, { purpose, email, code });
  const tried = await db
    .updateTable('codes')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      consumed_at: sql<Date | null>`case when hash = ${hash} then now() end`,
    }))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('hash', 'is not', null)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '<', CODE_TRIES)
    .returning(sql<boolean>`hash = ${hash}`.as('holds'))
    .executeTakeFirst();
  return tried?.holds ?? false;
};
