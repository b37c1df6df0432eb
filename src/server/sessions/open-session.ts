import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { ACCESS_LIFETIME_MS, REFRESH_LIFETIME_MS } from '#contract/limits.ts';
import { fromNow } from '../db/time.ts';
import type { Database, SessionOpener } from '../db/types.ts';
import { accessTokenOf, firstRefreshToken, hashToken } from './tokens.ts';

/** What a browser gets of a session. */
export interface SessionTokens {
  sessionId: string;
  access: string;
  refresh: string;
}

interface NewSession {
  userId: string;
  openedBy: SessionOpener;
}

const insertSession = async (
  trx: Transaction<Database>,
  key: Buffer,
  { userId, openedBy }: NewSession,
): Promise<SessionTokens> => {
  const sessionId = randomUUID();
  const refresh = firstRefreshToken(sessionId);
  const access = accessTokenOf(key, refresh);
  await trx
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      opened_by: openedBy,
      access_hash: hashToken(access),
      access_expires_at: fromNow(ACCESS_LIFETIME_MS),
      expires_at: fromNow(REFRESH_LIFETIME_MS),
    })
    .execute();
  await trx
    .insertInto('refresh_tokens')
    .values({ hash: hashToken(refresh), session_id: sessionId })
    .execute();
  return { sessionId, access, refresh };
};

/** Opens a session for a user; `openedBy` says by what. */
export const openSession = (
  db: Kysely<Database>,
  key: Buffer,
  session: NewSession,
): Promise<SessionTokens> => db.transaction().execute((trx) => insertSession(trx, key, session));

/**
 * Opens a session for a user whose password was compared with `passwordHash`. The user's row is
 * locked meanwhile: a session by the old password can't slip in behind a change that ends them all.
 *
 * @returns undefined when the password has changed since
 */
export const openPasswordSession = (
  db: Kysely<Database>,
  key: Buffer,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<SessionTokens | undefined> =>
  db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .where('id', '=', id)
      .where('password_hash', '=', passwordHash)
      .select('id')
      .forShare()
      .executeTakeFirst();
    return user && insertSession(trx, key, { userId: id, openedBy: 'password' });
  });
