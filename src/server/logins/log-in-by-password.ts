import { findAccount } from '../accounts/find-account.ts';
import { verifyPassword } from '../accounts/password-hash.ts';
import { audit, auditRefusal } from '../audit.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { openPasswordSession } from '../sessions/open-session.ts';
import type { Login } from './login.ts';
import { clearFailures, reserveAttempt, returnAttempt } from './password-attempts.ts';

/**
 * Logs in by password. An address without an account gets the same answers after the same work:
 * one reserved attempt, one look-up, one hash (decisions, Login).
 *
 * @throws Refusal `unauthenticated`; `too_many_requests` while the address is closed, for the right
 * password too; `unavailable` when too many wait to be hashed
 */
export const logInByPassword = async (
  { db, keys, hashing }: Pick<Services, 'db' | 'keys' | 'hashing'>,
  { email, password, network }: { email: string; password: string; network: string },
): Promise<Login> => {
  const entry = { event: 'login.password', email, network } as const;
  const retryAfterS = await reserveAttempt(db, email);
  if (retryAfterS > 0) {
    await auditRefusal(db, { ...entry, outcome: 'closed' }, email);
    throw new Refusal('too_many_requests', 'Too many tries. Please wait, or sign in by a code.', {
      retryAfterS,
    });
  }
  const account = await findAccount(db, email);
  const verifying = hashing.run(() => verifyPassword(account?.passwordHash, password));
  const isRight = await verifying.catch(async (error: unknown) => {
    await returnAttempt(db, email);
    throw error;
  });
  const tokens = account && isRight && (await openPasswordSession(db, keys.sessions, account));
  if (!account || !tokens) {
    await audit(db, { ...entry, outcome: 'rejected', userId: account?.id });
    throw new Refusal('unauthenticated', 'Wrong email or password');
  }
  await clearFailures(db, email);
  await audit(db, { ...entry, outcome: 'accepted', userId: account.id });
  return { account, tokens };
};
