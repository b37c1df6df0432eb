import { type Kysely, sql, type Transaction } from 'kysely';
import type { SessionEntry } from '#contract/session.ts';
import { SESSION_LIFETIME_MS } from '#contract/session.ts';
import { ago, now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';
import { audit } from '../audit.ts';
import { findRight, type SessionOwner } from './session-rights.ts';
import { readToken } from './tokens.ts';

/** Sessions in the list, the newest. A browser has one; each login of a client without cookies adds one. */
const LISTED_MAX = 100;

/** The live sessions of a user, newest first. */
export const findSessions = async (
  db: Kysely<Database>,
  { userId, sessionId }: SessionOwner,
): Promise<SessionEntry[]> => {
  const rows = await db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('opened_at', '>', ago(SESSION_LIFETIME_MS))
    .select(['id', 'browser', 'network', 'opened_at', 'renewed_at'])
    .orderBy(sql`id = ${sessionId}`, 'desc')
    .orderBy('opened_at', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.map(({ id, browser, network, opened_at, renewed_at }) => ({
    id,
    ...(browser && { browser }),
    ...(network && { network }),
    openedAt: opened_at.toISOString(),
    renewedAt: renewed_at.toISOString(),
    isCurrent: id === sessionId,
  }));
};

/**
 * Ends every session of a user except one, after a change of what the user logs in with.
 *
 * @param openedBy ends only those that were opened so
 * @returns the number of ended sessions
 */
export const endOtherSessions = async (
  trx: Transaction<Database>,
  { userId, sessionId, openedBy }: SessionOwner & { openedBy?: SessionOpener },
): Promise<number> => {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .where('ended_at', 'is', null)
    .where((on) => (openedBy ? on('opened_by', '=', openedBy) : on.lit(true)))
    .returning('id')
    .execute();
  return ended.length;
};

/**
 * Ends one other session of a user, or all of them.
 *
 * @returns the number of ended sessions; undefined if the session may not end others
 */
export const endOwnSessions = (
  db: Kysely<Database>,
  owner: SessionOwner,
  id?: string,
): Promise<number | undefined> =>
  inTransaction(db, async (trx) => {
    if ((await findRight(trx, owner, 'endSessions')) === undefined) return undefined;
    if (id === undefined) return endOtherSessions(trx, owner);
    const ended = await trx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    return ended.length;
  });

/** Session tokens of a request's cookies. */
export interface PresentedTokens {
  access: string | undefined;
  refresh: string | undefined;
}

/**
 * Ends the sessions of both tokens, and audits that. A refresh token that another tab rotates at the
 * same time has the same session id, and the update waits for that tab's row lock.
 *
 * @returns whether there was one to end
 */
export const endPresentedSessions = async (
  db: Kysely<Database>,
  key: Buffer,
  { access, refresh, network }: PresentedTokens & { network: string },
): Promise<boolean> => {
  const tokens = [readToken(key, 'access', access), readToken(key, 'refresh', refresh)];
  const ids = tokens.flatMap((token) => token?.sessionId ?? []);
  if (ids.length === 0) return false;
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .execute();
  for (const { user_id: userId } of ended)
    await audit(db, { event: 'session', outcome: 'ended', userId, network });
  return ended.length > 0;
};
