import { type Kysely, sql } from 'kysely';
import { REFRESH_GRACE_MS, REFRESH_LIFETIME_MS } from '#contract/limits.ts';
import { ago, fromNow, now } from '../db/time.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import { type SessionTokens, sessionTokens } from './tokens.ts';

export type RefreshOutcome =
  | { outcome: 'refreshed'; userId: string; tokens: SessionTokens }
  /** A token used before, outside the grace: its whole family has ended with it. */
  | { outcome: 'replayed'; userId: string }
  | { outcome: 'expired'; userId?: string };

/**
 * Rotates a refresh token whose MAC was checked. The session's row holds the present generation and
 * is locked, so that fifty tabs at once make one successor and a logout is never overtaken. A token
 * of the generation before gets the present one again for a few seconds: tabs that refresh at once
 * all come with it, and an answer may be lost. Any older one is a replay.
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
    // A generation that isn't there yet: the database was restored from a backup.
    if (!session || generation > session.generation) return { outcome: 'expired' };
    const userId = session.user_id;
    if (!session.is_live) return { outcome: 'expired', userId };
    const of = (present: number) => sessionTokens(key, sessionId, present);
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
      return { outcome: 'refreshed', userId, tokens: of(generation + 1) };
    }
    if (generation === session.generation - 1 && session.is_just_renewed)
      return { outcome: 'refreshed', userId, tokens: of(session.generation) };
    await trx.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();
    return { outcome: 'replayed', userId };
  });
