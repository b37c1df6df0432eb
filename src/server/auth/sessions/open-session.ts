import { type Kysely, sql } from 'kysely';
import { MS_PER_S } from '#contract/durations.ts';
import { required } from '#contract/text.ts';
import { type AuditEntry, withPartition } from '#server/audit/audit.ts';
import { enqueueNewBrowser } from '#server/auth/accounts/account-mails.ts';
import type { KeyRing } from '#server/config/keys.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Browser } from './known-devices.ts';
import {
  FIRST_GENERATION,
  REFRESH_LIFETIME_MS,
  type SessionTokens,
  sessionTokens,
} from './tokens.ts';

interface NewSession {
  userId: string;
  openedBy: SessionOpener;
  browser: Pick<Browser, 'name' | 'network' | 'devices' | 'tokens'>;
  /** What opens the session, for the audit. */
  entry: AuditEntry;
  /** Whether every other session of the user ends, in other browsers too. */
  isOnly?: boolean;
}

/** What the SQL functions that open a session ask of the browser. */
export const browserArguments = ({
  name,
  network,
  devices: [device],
  tokens,
}: NewSession['browser']) =>
  sql`${name}, ${network}, ${device}, ${tokens.map(({ sessionId }) => sessionId)},
    ${tokens.map(({ generation }) => generation)}`;

/**
 * Opens a session for a user, and ends what sessions the browser had, of whichever user: those of its
 * cookies, and those whose cookies were lost with a response. The SQL function `open_session` writes all of it
 * with the audit rows. For `withPartition`.
 */
export const openSession = async (
  db: Kysely<Database>,
  keys: KeyRing,
  { userId, openedBy, browser, entry, isOnly = false }: NewSession,
): Promise<SessionTokens> => {
  const { rows } = await sql<{ id: string }>`select open_session(${userId}, ${openedBy},
    ${browserArguments(browser)}, ${isOnly}, ${REFRESH_LIFETIME_MS / MS_PER_S}, ${entry.event},
    ${entry.email ?? null}) as id`.execute(db);
  return sessionTokens(keys, required(rows[0]).id, FIRST_GENERATION);
};

interface LoginSession extends Omit<NewSession, 'userId' | 'browser' | 'isOnly'> {
  account: Pick<Account, 'id' | 'passwordHash' | 'installationGeneration'>;
  /** Canonical email address of the account. */
  email: string;
  browser: Browser;
}

/**
 * Opens the session of a login, in a transaction that has locked the user. A login in a browser that the
 * account does not know is mailed to its owner; the caller wakes the mail worker.
 */
export const openLoginSession = async (
  trx: Kysely<Database>,
  keys: KeyRing,
  { account, email, browser, ...session }: LoginSession,
): Promise<SessionTokens> => {
  const userId = account.id;
  if (!browser.isKnownTo(account)) await enqueueNewBrowser(trx, { email, account, browser });
  return openSession(trx, keys, { ...session, userId, browser });
};

/**
 * Opens a session for a user whose password was verified against `passwordHash`. The lock on the user's
 * row excludes a concurrent password change, which ends all sessions.
 *
 * @returns undefined if the password has changed since
 */
export const openPasswordSession = (
  db: Kysely<Database>,
  keys: KeyRing,
  login: Omit<LoginSession, 'openedBy'>,
): Promise<SessionTokens | undefined> =>
  withPartition(db, () =>
    inTransaction(db, async (trx) => {
      const { id, passwordHash } = login.account;
      const user = await trx
        .selectFrom('users')
        .where('id', '=', id)
        .where('password_hash', '=', passwordHash)
        .select('id')
        .forShare()
        .executeTakeFirst();
      return user && openLoginSession(trx, keys, { ...login, openedBy: 'password' });
    }),
  );
