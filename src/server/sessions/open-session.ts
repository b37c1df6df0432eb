import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ACCESS_LIFETIME_MS, REFRESH_LIFETIME_MS } from '#contract/limits.ts';
import { fromNow } from '../db/time.ts';
import type { Database } from '../db/types.ts';
import { accessTokenOf, firstRefreshToken, hashToken } from './tokens.ts';

/** What a browser gets of a session. */
export interface SessionTokens {
  sessionId: string;
  access: string;
  refresh: string;
}

/** Opens a session for a user; `openedBy` says by what (`sign-up`). */
export const openSession = (
  db: Kysely<Database>,
  key: Buffer,
  { userId, openedBy }: { userId: string; openedBy: 'sign-up' },
): Promise<SessionTokens> =>
  db.transaction().execute(async (trx) => {
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
  });
