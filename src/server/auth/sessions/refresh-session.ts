import { type Kysely, sql } from 'kysely';
import { REFRESH_GRACE_MS, REFRESH_LIFETIME_MS } from '#contract/session.ts';
import { ago, fromNow, now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { FIRST_GENERATION, type SessionTokens, sessionTokens } from './tokens.ts';

export type RefreshOutcome =
  | { outcome: 'refreshed'; userId: string; tokens: SessionTokens }
  /** The token was used before, outside of the grace period. The session has ended. */
  | { outcome: 'replayed'; userId: string }
  | { outcome: 'expired'; userId?: string };

/**
 * Rotates a refresh token with a verified MAC. The session's row has the current generation and is
 * locked, so that concurrent refreshes create one successor and cannot undo a log-out. For
 * `REFRESH_GRACE_MS` after a rotation, the previous and the new token get the current tokens again:
 * a response may be lost, and several tabs may refresh one after the other. Another rotation would
 * invalidate the access token of a tab that is repeating its request. An older token is a replay and
 * ends the session.
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
        sql<boolean>`generation > ${FIRST_GENERATION} and renewed_at > ${ago(REFRESH_GRACE_MS)}`.as(
          'is_just_renewed',
        ),
      ])
      .forUpdate()
      .executeTakeFirst();
    // A generation from the future: the database was restored from a backup.
    if (!session || generation > session.generation) return { outcome: 'expired' };
    const userId = session.user_id;
    if (!session.is_live) return { outcome: 'expired', userId };
    const tokensOf = (current: number) => sessionTokens(key, sessionId, current);
    if (session.is_just_renewed && generation >= session.generation - 1)
      return { outcome: 'refreshed', userId, tokens: tokensOf(session.generation) };
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
    await trx.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();
    return { outcome: 'replayed', userId };
  });
