import type { Kysely, QueryCreator } from 'kysely';
import { REFRESH_LIFETIME_MS } from '#contract/session.ts';
import { fromNow } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';
import { type AuditEntry, withAudit, withPartition } from '../audit.ts';
import { FIRST_GENERATION, type SessionTokens, sessionTokens } from './tokens.ts';

interface NewSession {
  userId: string;
  openedBy: SessionOpener;
}

/**
 * Opens a session for a user. `db` is a transaction, or a statement of one with other writes
 * (`withAudit`).
 */
export const openSession = async (
  db: Pick<QueryCreator<Database>, 'insertInto'>,
  key: Buffer,
  { userId, openedBy }: NewSession,
): Promise<SessionTokens> => {
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      opened_by: openedBy,
      generation: FIRST_GENERATION,
      expires_at: fromNow(REFRESH_LIFETIME_MS),
      reap_at: fromNow(REFRESH_LIFETIME_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return sessionTokens(key, id, FIRST_GENERATION);
};

/**
 * Opens a session for a user whose password was verified against `passwordHash`. The lock on the user's
 * row excludes a concurrent password change, which ends all sessions. The login is audited with it.
 *
 * @returns undefined if the password has changed since
 */
export const openPasswordSession = (
  db: Kysely<Database>,
  key: Buffer,
  { id, passwordHash }: { id: string; passwordHash: string },
  entry: AuditEntry,
): Promise<SessionTokens | undefined> =>
  withPartition(db, () =>
    inTransaction(db, async (trx) => {
      const user = await trx
        .selectFrom('users')
        .where('id', '=', id)
        .where('password_hash', '=', passwordHash)
        .select('id')
        .forShare()
        .executeTakeFirst();
      const audited = withAudit(trx, { ...entry, outcome: 'accepted', userId: id });
      return user && openSession(audited, key, { userId: id, openedBy: 'password' });
    }),
  );
