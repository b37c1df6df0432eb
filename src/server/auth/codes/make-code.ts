import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { CODE_LENGTH } from '#contract/code.ts';
import { now } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { refundLimits } from '#server/limits/rate-limit.ts';
import { rates } from '#server/limits/rates.ts';
import { codeHash } from './code-hash.ts';
import { type CodeRequest, codeLimits } from './request-code.ts';

/**
 * Generates the code of a challenge and stores its hash. It replaces an earlier code of the same
 * challenge, whose mail has failed.
 *
 * @returns the code; undefined if the challenge was replaced or used, or has expired
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

/** Refunds the limits of a code request whose mail was never sent. */
export const refundCodeRequest = async (
  db: Kysely<Database>,
  { challenge, ...request }: CodeRequest & { challenge: string },
): Promise<void> => {
  const latest = await db
    .selectFrom('codes')
    .where('email', '=', request.email)
    .where('challenge', '=', challenge)
    .select('email')
    .executeTakeFirst();
  // If a newer code was requested, the pause belongs to it and is not refunded.
  const limits = codeLimits(request).filter(({ rate }) => latest || rate !== rates.codePause);
  await refundLimits(db, limits);
};
