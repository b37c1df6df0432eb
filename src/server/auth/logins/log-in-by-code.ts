import type { Kysely } from 'kysely';
import { isCode } from '#contract/code.ts';
import type { Keys } from '#server/config/keys.ts';
import type { Services } from '#server/config/services.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { HttpError } from '#server/http/http-error.ts';
import { findAndLockAccount } from '../accounts/find-account.ts';
import { auditFailure, withPartition } from '../audit.ts';
import { verifyLoginCode } from '../codes/verify-code.ts';
import { openLoginSession } from '../sessions/open-session.ts';
import type { Browser } from './known-devices.ts';
import type { Login } from './login.ts';

interface Attempt {
  email: string;
  code: string;
  /** From `findKnownDevice`. */
  device: string;
  browser: Browser;
}

const entryOf = ({ email, browser: { network } }: Attempt) =>
  ({ event: 'login.code', email, network }) as const;

// The lock on the user's row excludes a concurrent password change, which ends all sessions and codes.
const openSessionByCode = (
  db: Kysely<Database>,
  keys: Keys,
  attempt: Attempt,
): Promise<Login | undefined> =>
  inTransaction(db, async (trx) => {
    const account = await findAndLockAccount(trx, attempt.email);
    const isValid = await verifyLoginCode(trx, keys.codes, attempt);
    if (!isValid || !account) return undefined;
    const tokens = await openLoginSession(trx, keys.sessions, {
      account,
      email: attempt.email,
      browser: attempt.browser,
      openedBy: 'code',
      entry: { ...entryOf(attempt), outcome: 'accepted', userId: account.id },
    });
    return { account, tokens };
  });

/**
 * Logs in by a mailed code. Codes have their own limits, so this works while password login is locked.
 *
 * @throws HttpError `code_invalid`, the same for a wrong, expired, used or malformed code and for an
 * address without an account
 */
export const logInByCode = async (
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  attempt: Attempt,
): Promise<Login> => {
  const login = isCode(attempt.code)
    ? await withPartition(db, () => openSessionByCode(db, keys, attempt))
    : undefined;
  if (!login) {
    await auditFailure(db, { ...entryOf(attempt), outcome: 'rejected' });
    // Not 401, which makes the client refresh its session.
    throw new HttpError('code_invalid', 'Invalid OTP', { field: 'otp' });
  }
  return login;
};
