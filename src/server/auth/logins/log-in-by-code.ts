import type { Kysely } from 'kysely';
import type { Keys } from '#server/config/keys.ts';
import type { Services } from '#server/config/services.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { HttpError } from '#server/http/http-error.ts';
import { findAndLockAccount } from '../accounts/find-account.ts';
import { auditFailure, withPartition } from '../audit.ts';
import { type CountAttempt, consumeLoginCode, tryLoginCode } from '../codes/verify-code.ts';
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

/** The response to a code that does not log in, whatever the reason. */
export const loginCodeInvalid = (): HttpError =>
  // Not 401, which makes the client refresh its session.
  new HttpError('code_invalid', 'Invalid OTP', { field: 'otp' });

/**
 * Consumes a right code and opens a session. The lock on the user's row excludes a concurrent password
 * change, which ends all sessions and codes: the code is consumed after it, or gone.
 */
const openSessionByCode = (
  db: Kysely<Database>,
  keys: Keys,
  attempt: Attempt,
): Promise<Login | undefined> =>
  inTransaction(db, async (trx) => {
    const account = await findAndLockAccount(trx, attempt.email);
    if (!account || !(await consumeLoginCode(trx, keys.codes, attempt))) return undefined;
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
 * Logs in by a mailed code. Codes have their own limits, so this works while password login is locked. The
 * user's row is looked up for a right code only, so that a wrong one costs the same for every address.
 *
 * @throws HttpError `code_invalid`, the same for a wrong, expired or used code and for an address without an
 * account; as `count`
 */
export const logInByCode = async (
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  attempt: Attempt,
  count: CountAttempt,
): Promise<Login> => {
  const isRight = await tryLoginCode(keys.codes, attempt, count);
  const login = isRight
    ? await withPartition(db, () => openSessionByCode(db, keys, attempt))
    : undefined;
  if (login) return login;
  await auditFailure(db, { ...entryOf(attempt), outcome: 'rejected' });
  throw loginCodeInvalid();
};
