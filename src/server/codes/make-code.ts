import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { CODE_LENGTH } from '#contract/limits.ts';
import { now } from '../db/time.ts';
import type { CodePurpose, Database } from '../db/types.ts';
import { codeHash } from './code-hash.ts';

/**
 * Makes the code of a challenge and stores its hash. A code that was made for the same challenge
 * before, whose mail failed, holds no longer.
 *
 * @returns the code, or undefined when the challenge was replaced, used or has expired
 */
export const makeCode = async (
  db: Kysely<Database>,
  key: Buffer,
  { email, purpose, challenge }: { email: string; purpose: CodePurpose; challenge: string },
): Promise<string | undefined> => {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
  const stored = await db
    .updateTable('codes')
    .set({ hash: codeHash(key, { purpose, email, code }), attempts: 0 })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('challenge', '=', challenge)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('email')
    .executeTakeFirst();
  return stored && code;
};

/** Forgets a request whose mail never left, so that it doesn't count towards the limits. */
export const forgetRequest = async (db: Kysely<Database>, challenge: string): Promise<void> => {
  await db.deleteFrom('code_sends').where('challenge', '=', challenge).execute();
};
