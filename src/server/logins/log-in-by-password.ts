import { findAccount } from '../accounts/find-account.ts';
import { verifyPassword } from '../accounts/password-hash.ts';
import { audit, auditRefusal } from '../audit.ts';
import { wideNetworkOf } from '../http/client-network.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { openPasswordSession } from '../sessions/open-session.ts';
import { KNOWN } from '../work-queue.ts';
import type { Login } from './login.ts';
import { settlePasswordTries } from './password-tries.ts';

/**
 * Logs in by password. An address without an account gets the same answers after the same work:
 * one look-up, one hash. The try was counted before.
 *
 * @throws Refusal `unauthenticated`; `unavailable` when too many wait to be hashed
 */
export const logInByPassword = async (
  { db, keys, hashing }: Pick<Services, 'db' | 'keys' | 'hashing'>,
  {
    email,
    password,
    device,
    network,
  }: {
    email: string;
    password: string;
    device: string;
    network: string;
  },
): Promise<Login> => {
  const entry = { event: 'login.password', email, network } as const;
  const account = await findAccount(db, email);
  const key = device === '' ? wideNetworkOf(network) : `${KNOWN}${device}`;
  const isRight = await hashing.run(key, () => verifyPassword(account?.passwordHash, password));
  const tokens = account && isRight && (await openPasswordSession(db, keys.sessions, account));
  if (!account || !tokens) {
    await auditRefusal(db, { ...entry, outcome: 'rejected', userId: account?.id });
    throw new Refusal('unauthenticated', 'Wrong email or password');
  }
  await settlePasswordTries(db, { email, device });
  await audit(db, { ...entry, outcome: 'accepted', userId: account.id });
  return { account, tokens };
};
