import type { Kysely } from 'kysely';
import { isCode } from '#contract/code.ts';
import type { Keys } from '#server/config/keys.ts';
import type { Services } from '#server/config/services.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { HttpError } from '#server/http/http-error.ts';
import { findAccount } from '../accounts/find-account.ts';
import { audit, auditFailure } from '../audit.ts';
import { verifyLoginCode } from '../codes/verify-code.ts';
import { openSession } from '../sessions/open-session.ts';
import type { Login } from './login.ts';

// The lock on the user's row excludes a concurrent password change, which ends all sessions and codes.
const openSessionByCode = (
  db: Kysely<Database>,
  keys: Keys,
  attempt: { email: string; code: string; device: string },
): Promise<Login | undefined> =>
  inTransaction(db, async (trx) => {
    await trx
      .selectFrom('users')
      .where('email', '=', attempt.email)
      .select('id')
      .forShare()
      .executeTakeFirst();
    const isValid = await verifyLoginCode(trx, keys.codes, attempt);
    const account = isValid ? await findAccount(trx, attempt.email) : undefined;
    if (!account) return undefined;
    const session = { userId: account.id, openedBy: 'code' } as const;
    return { account, tokens: await openSession(trx, keys.sessions, session) };
  });

/**
 * Logs in by a mailed code. Codes have their own limits, so this works while password login is locked.
 *
 * @throws HttpError `code_invalid`, the same for a wrong, expired, used or malformed code and for an
 * address without an account
 */
export const logInByCode = async (
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  {
    email,
    code,
    device,
    network,
  }: { email: string; code: string; device: string; network: string },
): Promise<Login> => {
  const entry = { event: 'login.code', email, network } as const;
  const login = isCode(code)
    ? await openSessionByCode(db, keys, { email, code, device })
    : undefined;
  if (!login) {
    await auditFailure(db, { ...entry, outcome: 'rejected' });
    // Not 401, which makes the client refresh its session.
    throw new HttpError('code_invalid', 'Invalid OTP', { field: 'otp' });
  }
  await audit(db, { ...entry, outcome: 'accepted', userId: login.account.id });
  return login;
};
