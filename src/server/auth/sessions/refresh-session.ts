import { type Kysely, sql } from 'kysely';
import { REFRESH_GRACE_MS, REFRESH_LIFETIME_MS } from '#contract/session.ts';
import { ago, fromNow, now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { type SessionTokens, sessionTokens } from './tokens.ts';

export type RefreshOutcome =
  | { outcome: 'refreshed'; userId: string; tokens: SessionTokens }
  /** The token was used before, outside of the grace period. The session has ended. */
  | { outcome: 'replayed'; userId: string }
  | { outcome: 'expired'; userId?: string };

/**
 * Rotates a refresh token with a verified MAC. The session's row has the current generation and is
 * locked, so that concurrent refreshes create one successor and cannot undo a log-out. A token of the
 * previous generation gets the current tokens again for `REFRESH_GRACE_MS`, because several tabs may
 * refresh at once and a response may be lost. An older token is a replay and ends the session.
 */
export const refreshSession = (
  db: Kysely<Database>,
  key: Buffer,
  { sessionId, generation }: { sessionId: string; generation: number },
): Promise<RefreshOutcome> =>
  inTransaction(db, async (trx): Promise<RefreshOutcome> => {
    const session = await trx
      .selectFrom('sessions')
      .where('id', '=', sessionId)
      .select([
        'user_id',
        'generation',
        sql<boolean>`ended_at is null and expires_at > now()`.as('is_live'),
        sql<boolean>`renewed_at > ${ago(REFRESH_GRACE_MS)}`.as('is_just_renewed'),
      ])
      .forUpdate()
      .executeTakeFirst();
    // A generation from the future: the database was restored from a backup.
    if (!session || generation > session.generation) return { outcome: 'expired' };
    const userId = session.user_id;
    if (!session.is_live) return { outcome: 'expired', userId };
    const tokensOf = (current: number) => sessionTokens(key, sessionId, current);
    if (generation === session.generation) {
      await trx
        .updateTable('sessions')
        .set({
          generation: generation + 1,
          renewed_at: now,
          expires_at: fromNow(REFRESH_LIFETIME_MS),
        })
        .where('id', '=', sessionId)
        .execute();
      return { outcome: 'refreshed', userId, tokens: tokensOf(generation + 1) };
    }
    if (generation === session.generation - 1 && session.is_just_renewed)
      return { outcome: 'refreshed', userId, tokens: tokensOf(session.generation) };
    await trx.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();
    return { outcome: 'replayed', userId };
  });
