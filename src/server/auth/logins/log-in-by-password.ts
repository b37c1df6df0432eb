import type { Services } from '#server/config/services.ts';
import { wideNetworkOf } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { KNOWN_DEVICE_PREFIX } from '#server/limits/work-queue.ts';
import { findAccount } from '../accounts/find-account.ts';
import { verifyPassword } from '../accounts/password-hash.ts';
import { auditFailure } from '../audit.ts';
import { openPasswordSession } from '../sessions/open-session.ts';
import type { Browser } from './known-devices.ts';
import type { Login } from './login.ts';
import { recordPasswordSuccess } from './password-tries.ts';

/**
 * Logs in by password. An address without an account costs the same work (one query, one hash) and gets
 * the same response, so that accounts cannot be enumerated. The caller has counted the attempt.
 *
 * @throws HttpError `unauthenticated`; `unavailable` if the hashing queue is full
 */
export const logInByPassword = async (
  { db, keys, hashing }: Pick<Services, 'db' | 'keys' | 'hashing'>,
  {
    email,
    password,
    device,
    browser,
  }: {
    email: string;
    password: string;
    device: string;
    browser: Browser;
  },
): Promise<Login> => {
  const { network } = browser;
  const entry = { event: 'login.password', email, network } as const;
  const account = await findAccount(db, email);
  const key = device === '' ? wideNetworkOf(network) : `${KNOWN_DEVICE_PREFIX}${device}`;
  const isCorrect = await hashing.run(key, () => verifyPassword(account?.passwordHash, password));
  const tokens =
    account &&
    isCorrect &&
    (await openPasswordSession(db, keys.sessions, { account, email, browser, entry }));
  if (!account || !tokens) {
    // Without the user's id, whose index entry only a known address would cost.
    await auditFailure(db, { ...entry, outcome: 'rejected' });
    throw new HttpError('unauthenticated', 'Wrong email or password');
  }
  await recordPasswordSuccess(db, { email, device });
  return { account, tokens };
};
