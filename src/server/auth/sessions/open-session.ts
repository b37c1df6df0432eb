import type { Kysely } from 'kysely';
import { REFRESH_LIFETIME_MS } from '#contract/session.ts';
import { fromNow } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';
import { FIRST_GENERATION, type SessionTokens, sessionTokens } from './tokens.ts';

interface NewSession {
  userId: string;
  openedBy: SessionOpener;
}

/** Opens a session for a user. */
export const openSession = async (
  db: Kysely<Database>,
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
 * row excludes a concurrent password change, which ends all sessions.
 *
 * @returns undefined if the password has changed since
 */
export const openPasswordSession = (
  db: Kysely<Database>,
  key: Buffer,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<SessionTokens | undefined> =>
  inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .where('id', '=', id)
      .where('password_hash', '=', passwordHash)
      .select('id')
      .forShare()
      .executeTakeFirst();
    return user && openSession(trx, key, { userId: id, openedBy: 'password' });
  });
