import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { CODE_LENGTH } from '#contract/limits.ts';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';
import { giveBack } from '../limits/rate-limit.ts';
import { rates } from '../limits/rates.ts';
import { codeHash } from './code-hash.ts';
import { type CodeRequest, codeLimits } from './request-code.ts';

/**
 * Makes the code of a challenge and stores its hash. A code that was made for the same challenge
 * before, whose mail failed, holds no longer.
 *
 * @returns the code, or undefined when the challenge was replaced, used or has expired
 */
export const makeCode = async (
  db: Kysely<Database>,
  key: Buffer,
  { email, purpose, device, challenge }: CodeRequest & { challenge: string },
): Promise<string | undefined> => {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
  const stored = await db
    .updateTable('codes')
    .set({ hash: codeHash(key, { purpose, email, code }), attempts: 0 })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('device', '=', device)
    .where('challenge', '=', challenge)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('email')
    .executeTakeFirst();
  return stored && code;
};

/** Gives a request back whose mail never left, so that it doesn't count towards the limits. */
export const forgetRequest = async (
  db: Kysely<Database>,
  { challenge, ...request }: CodeRequest & { challenge: string },
): Promise<void> => {
  const newest = await db
    .selectFrom('codes')
    .where('email', '=', request.email)
    .where('challenge', '=', challenge)
    .select('email')
    .executeTakeFirst();
  // Of two requests the pause is the newer one's.
  const limits = codeLimits(request).filter(({ rate }) => newest || rate !== rates.codePause);
  await giveBack(db, limits);
};
