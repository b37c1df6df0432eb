import { isCode } from '#contract/code.ts';
import { findAccount } from '../accounts/find-account.ts';
import { audit } from '../audit.ts';
import { verifyCode } from '../codes/verify-code.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { openSession } from '../sessions/open-session.ts';
import type { Login } from './login.ts';

/**
 * Logs in by a code that was mailed for it. Open also while password login is closed: the code has
 * limits of its own.
 *
 * @throws Refusal `code_invalid`, the same for a code that is wrong, expired, used up or malformed
 * and for an address without an account
 */
export const logInByCode = async (
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  { email, code, network }: { email: string; code: string; network: string },
): Promise<Login> => {
  const entry = { event: 'login.code', email, network } as const;
  const holds =
    isCode(code) && (await verifyCode(db, keys.codes, { email, purpose: 'login', code }));
  const account = holds ? await findAccount(db, email) : undefined;
  if (!account) {
    await audit(db, { ...entry, outcome: 'rejected' });
    // Not 401: that would start a refresh (decisions, Codes).
    throw new Refusal('code_invalid', 'Invalid OTP', { field: 'otp' });
  }
  const tokens = await openSession(db, keys.sessions, { userId: account.id, openedBy: 'code' });
  await audit(db, { ...entry, outcome: 'accepted', userId: account.id });
  return { account, tokens };
};
