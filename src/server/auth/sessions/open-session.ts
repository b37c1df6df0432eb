import type { Kysely } from 'kysely';
import { REFRESH_LIFETIME_MS } from '#contract/session.ts';
import { type AuditEntry, type Success, withAudit, withPartition } from '#server/audit/audit.ts';
import { enqueueNewBrowser } from '#server/auth/sessions/new-browser-mail.ts';
import { fromNow, now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Browser } from './known-devices.ts';
import { isOfTokens } from './live-sessions.ts';
import { FIRST_GENERATION, type SessionTokens, sessionTokens } from './tokens.ts';

interface NewSession {
  userId: string;
  openedBy: SessionOpener;
  browser: Pick<Browser, 'name' | 'network' | 'device' | 'tokens'>;
  /** What opens the session, for the audit. */
  entry: Success;
  /** Whether every other session of the user ends, in other browsers too. */
  isOnly?: boolean;
}

/**
 * Opens a session for a user, and ends what sessions the browser had, of whichever user: those of its
 * cookies, and those whose cookies were lost with a response. One statement writes all of it with the audit
 * rows. For `withPartition`.
 */
export const openSession = async (
  db: Kysely<Database>,
  key: Buffer,
  { userId, openedBy, browser, entry, isOnly = false }: NewSession,
): Promise<SessionTokens> => {
  const { name, network, device, tokens } = browser;
  const { id } = await withAudit(db, entry)
    .with('ended', (query) =>
      query
        .updateTable('sessions')
        .set({ ended_at: now })
        .where('ended_at', 'is', null)
        .where((on) =>
          on.or([
            on('device', '=', device),
            isOfTokens(on, tokens),
            ...(isOnly ? [on('user_id', '=', userId)] : []),
          ]),
        )
        .returning('user_id'),
    )
    .with('audited_ends', (query) =>
      query
        .insertInto('audit')
        .columns(['event', 'outcome', 'user_id', 'network'])
        .expression((from) =>
          from
            .selectFrom('ended')
            .select(({ val }) => [
              val('session').as('event'),
              val('ended').as('outcome'),
              'user_id',
              val(network).as('network'),
            ]),
        ),
    )
    .insertInto('sessions')
    .values({
      user_id: userId,
      opened_by: openedBy,
      browser: name,
      network,
      device,
      generation: FIRST_GENERATION,
      expires_at: fromNow(REFRESH_LIFETIME_MS),
      reap_at: fromNow(REFRESH_LIFETIME_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return sessionTokens(key, id, FIRST_GENERATION);
};

interface LoginSession extends Omit<NewSession, 'userId' | 'browser' | 'isOnly'> {
  account: Pick<Account, 'id' | 'passwordHash' | 'generation'>;
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
  key: Buffer,
  { account, email, browser, ...session }: LoginSession,
): Promise<SessionTokens> => {
  const userId = account.id;
  if (!browser.isKnownTo(account)) await enqueueNewBrowser(trx, { email, userId, browser });
  return openSession(trx, key, { ...session, userId, browser });
};

/**
 * Opens a session for a user whose password was verified against `passwordHash`. The lock on the user's
 * row excludes a concurrent password change, which ends all sessions.
 *
 * @returns undefined if the password has changed since
 */
export const openPasswordSession = (
  db: Kysely<Database>,
  key: Buffer,
  login: Omit<LoginSession, 'openedBy' | 'entry'> & { entry: AuditEntry },
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
      const entry = { ...login.entry, outcome: 'accepted', userId: id } as const;
      return user && openLoginSession(trx, key, { ...login, openedBy: 'password', entry });
    }),
  );
