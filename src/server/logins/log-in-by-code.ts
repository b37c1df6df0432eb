import type { Kysely } from 'kysely';
import { isCode } from '#contract/code.ts';
import { findAccount } from '../accounts/find-account.ts';
import { audit, auditRefusal } from '../audit.ts';
import { verifyLoginCode } from '../codes/verify-code.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import type { Keys } from '../keys.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { openSession } from '../sessions/open-session.ts';
import type { Login } from './login.ts';

// The user's row is locked meanwhile: a session can't slip in behind a new password that ends them all,
// and with them the codes.
const openByCode = (
  db: Kysely<Database>,
  keys: Keys,
  tried: { email: string; code: string; device: string },
): Promise<Login | undefined> =>
  inTransaction(db, async (trx) => {
    await trx
      .selectFrom('users')
      .where('email', '=', tried.email)
      .select('id')
      .forShare()
      .executeTakeFirst();
    const holds = await verifyLoginCode(trx, keys.codes, tried);
    const account = holds ? await findAccount(trx, tried.email) : undefined;
    if (!account) return undefined;
    const session = { userId: account.id, openedBy: 'code' } as const;
    return { account, tokens: await openSession(trx, keys.sessions, session) };
  });

/**
 * Logs in by a code that was mailed for it. Open also while password login is closed: the code has
 * limits of its own.
 *
 * @throws Refusal `code_invalid`, the same for a code that is wrong, expired, used up or malformed
 * and for an address without an account
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
  const login = isCode(code) ? await openByCode(db, keys, { email, code, device }) : undefined;
  if (!login) {
    await auditRefusal(db, { ...entry, outcome: 'rejected' });
    // Not 401: that would start a refresh.
    throw new Refusal('code_invalid', 'Invalid OTP', { field: 'otp' });
  }
  await audit(db, { ...entry, outcome: 'accepted', userId: login.account.id });
  return login;
};
