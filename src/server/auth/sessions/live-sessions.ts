import { type ExpressionBuilder, type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { SessionEntry } from '#contract/calls/account-entries.ts';
import { audit } from '#server/audit/audit.ts';
import type { KeyRing } from '#server/config/keys.ts';
import { ago, now } from '#server/database/time.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';
import {
  readToken,
  SESSION_LIFETIME_MS,
  type SessionTokens,
  sessionTokens,
  type TokenContent,
} from './tokens.ts';

/**
 * Whether a session is live: it has not ended, has not expired and is no older than a session may be. The SQL
 * functions `find_sessions` and `refresh_session` have it too.
 */
const isLiveSession = sql<SqlBool>`sessions.ended_at is null and sessions.expires_at > now()
  and sessions.opened_at > ${ago(SESSION_LIFETIME_MS)}`;

/** A session and its user. */
export interface SessionOwner {
  userId: string;
  sessionId: string;
  /** Generation of the token that the request has presented. */
  generation: number;
}

/** Finds the session of a token again, unless it has ended or its password was changed since. */
export const stillOpen = (db: Kysely<Database>, { userId, sessionId, generation }: SessionOwner) =>
  db
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('first_generation', '<=', generation)
    .select('id');

/** Sessions in the list, the newest. A browser has one; each login of a client without cookies adds one. */
const LISTED_MAX = 100;

/** The live sessions of a user, newest first. */
export const findSessions = async (
  db: Kysely<Database>,
  { userId, sessionId }: Pick<SessionOwner, 'userId' | 'sessionId'>,
): Promise<SessionEntry[]> => {
  const rows = await db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where(isLiveSession)
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
  {
    userId,
    sessionId,
    openedBy,
  }: Pick<SessionOwner, 'userId' | 'sessionId'> & { openedBy?: SessionOpener },
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

/** Sets what a session has proved: a session that only a password vouches for has fewer rights. */
export const setOpener = async (
  db: Kysely<Database>,
  sessionId: string,
  opener: SessionOpener,
): Promise<void> => {
  await db.updateTable('sessions').set({ opened_by: opener }).where('id', '=', sessionId).execute();
};

/** Replaces the tokens of a session: copies of its cookies are worth nothing any more. */
export const replaceTokens = async (
  trx: Transaction<Database>,
  keys: KeyRing,
  sessionId: string,
): Promise<SessionTokens> => {
  const next = sql<number>`generation + 1`;
  const { generation } = await trx
    .updateTable('sessions')
    .set({ generation: next, first_generation: next, renewed_at: now })
    .where('id', '=', sessionId)
    .returning('generation')
    .executeTakeFirstOrThrow();
  return sessionTokens(keys, sessionId, generation);
};

/**
 * Whether a session is that of one of the tokens. A token from before a change of the password is worth
 * nothing: its copies can't end the session either.
 */
const isOfTokens = (on: ExpressionBuilder<Database, 'sessions'>, tokens: readonly TokenContent[]) =>
  on.or(
    tokens.map(({ sessionId, generation }) =>
      on('id', '=', sessionId).and('first_generation', '<=', generation),
    ),
  );

/** Session tokens of a request's cookies. */
interface PresentedTokens {
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
  keys: KeyRing,
  { access, refresh, network }: PresentedTokens & { network: string },
): Promise<boolean> => {
  const tokens = [readToken(keys, 'access', access), readToken(keys, 'refresh', refresh)].filter(
    (token) => token !== undefined,
  );
  if (tokens.length === 0) return false;
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where((on) => isOfTokens(on, tokens))
    .where('ended_at', 'is', null)
    .returning('user_id')
    .execute();
  for (const { user_id: userId } of ended)
    await audit(db, { event: 'session', outcome: 'ended', userId, network });
  return ended.length > 0;
};
