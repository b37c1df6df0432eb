import { type Kysely, sql, type Transaction } from 'kysely';
import { ACCESS_LIFETIME_MS, REFRESH_GRACE_MS, REFRESH_LIFETIME_MS } from '#contract/limits.ts';
import { ago, fromNow, now } from '../db/time.ts';
import type { Database } from '../db/types.ts';
import type { SessionTokens } from './open-session.ts';
import { accessTokenOf, hashToken, sessionIdOf, successorOf } from './tokens.ts';

export type RefreshOutcome =
  | { outcome: 'refreshed'; userId: string; tokens: SessionTokens }
  /** A token used before, outside the grace: its whole family has ended with it. */
  | { outcome: 'replayed'; userId: string }
  | { outcome: 'expired'; userId?: string };

const rotate = async (trx: Transaction<Database>, token: string, tokens: SessionTokens) => {
  await trx
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('hash', '=', hashToken(token))
    .execute();
  await trx
    .insertInto('refresh_tokens')
    .values({ hash: hashToken(tokens.refresh), session_id: tokens.sessionId })
    .execute();
  await trx
    .updateTable('sessions')
    .set({
      access_hash: hashToken(tokens.access),
      access_expires_at: fromNow(ACCESS_LIFETIME_MS),
      expires_at: fromNow(REFRESH_LIFETIME_MS),
    })
    .where('id', '=', tokens.sessionId)
    .execute();
};

// Tabs that refresh at once all come with the old token; they get the successor that the first of
// them was given, until somebody has used it.
const isWithinGrace = async (
  trx: Transaction<Database>,
  token: string,
  successor: string,
): Promise<boolean> => {
  const row = await trx
    .selectFrom('refresh_tokens as used')
    .innerJoin('refresh_tokens as next', 'next.session_id', 'used.session_id')
    .where('used.hash', '=', hashToken(token))
    .where('used.used_at', '>', ago(REFRESH_GRACE_MS))
    .where('next.hash', '=', hashToken(successor))
    .where('next.used_at', 'is', null)
    .select('next.hash')
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Rotates a refresh token (decisions, 401 and refresh): the session's row is locked, so that fifty
 * tabs at once make one successor and a logout is never overtaken.
 */
export const refreshSession = (
  db: Kysely<Database>,
  key: Buffer,
  token: string,
): Promise<RefreshOutcome> =>
  db.transaction().execute(async (trx) => {
    const sessionId = sessionIdOf(token);
    if (sessionId === undefined) return { outcome: 'expired' };
    const session = await trx
      .selectFrom('sessions')
      .where('id', '=', sessionId)
      .select(['user_id', sql<boolean>`ended_at is null and expires_at > now()`.as('is_live')])
      .forUpdate()
      .executeTakeFirst();
    // The id is no secret: a token that was never ours ends nobody's session.
    const known = await trx
      .selectFrom('refresh_tokens')
      .where('hash', '=', hashToken(token))
      .where('session_id', '=', sessionId)
      .select('used_at')
      .executeTakeFirst();
    if (!session || !known) return { outcome: 'expired' };
    const userId = session.user_id;
    if (!session.is_live) return { outcome: 'expired', userId };

    const refresh = successorOf(key, token);
    const tokens = { sessionId, refresh, access: accessTokenOf(key, refresh) };
    if (known.used_at === null) {
      await rotate(trx, token, tokens);
      return { outcome: 'refreshed', userId, tokens };
    }
    if (await isWithinGrace(trx, token, refresh)) return { outcome: 'refreshed', userId, tokens };
    await trx.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();
    return { outcome: 'replayed', userId };
  });
