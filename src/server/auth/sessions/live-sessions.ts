import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CompiledQuery,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely';
import type { SessionEntry } from '#contract/calls/account-entries.ts';
import { MS_PER_S } from '#contract/durations.ts';
import type { UserStatus } from '#contract/session.ts';
import { audit } from '#server/audit/audit.ts';
import type { KeyRing } from '#server/config/keys.ts';
import { prepareOnce } from '#server/database/pool.ts';
import { ago, now } from '#server/database/time.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';
import {
  ACCESS_LIFETIME_MS,
  readToken,
  SESSION_LIFETIME_MS,
  type SessionTokens,
  sessionTokens,
  type TokenContent,
} from './tokens.ts';

/**
 * Whether a session is live: it has not ended, has not expired and is no older than a session may be. The SQL
 * function `find_sessions` has it too.
 */
export const isLiveSession = sql<SqlBool>`sessions.ended_at is null and sessions.expires_at > now()
  and sessions.opened_at > ${ago(SESSION_LIFETIME_MS)}`;

/** A live session and its user. */
export interface ActiveSession {
  id: string;
  /** Generation of the token that the request has presented. */
  generation: number;
  /** Whether a later one has replaced it since. */
  isReplaced: boolean;
  user: { id: string; email: string; name: string; status: UserStatus; companyId: string };
}

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

const FIND_SESSIONS = prepareOnce(
  'find_sessions',
  'select * from find_sessions($1, $2, $3, $4, $5)',
);
const ACCESS_LIFETIME_S = ACCESS_LIFETIME_MS / MS_PER_S;
const SESSION_LIFETIME_S = SESSION_LIFETIME_MS / MS_PER_S;

/** A row of `FIND_SESSIONS`. */
interface SessionRow {
  /** Place of the token among those asked for, from 1. */
  place: number;
  id: string;
  email: string;
  name: string;
  status: UserStatus;
  company_id: string;
  generation: number;
}

/** A token to look up, and whether the one before a change of the password will do. */
interface AskedToken extends TokenContent {
  mayBeReplaced: boolean;
}

/** Looks up tokens by one statement. */
const readSessions = async (db: Kysely<Database>, asked: readonly AskedToken[]) => {
  const parameters = [
    asked.map(({ sessionId }) => sessionId),
    asked.map(({ generation }) => generation),
    asked.map(({ mayBeReplaced }) => mayBeReplaced),
    ACCESS_LIFETIME_S,
    SESSION_LIFETIME_S,
  ];
  const query = CompiledQuery.raw(FIND_SESSIONS, parameters) as CompiledQuery<SessionRow>;
  const { rows } = await db.executeQuery(query);
  return new Map(rows.map((row) => [row.place, row]));
};

/**
 * Creates a function that looks up a token. Those of one turn of the event loop share a statement, which starts
 * after them: what was committed before a request has its effect on it.
 */
const createSessionReader = (db: Kysely<Database>) => {
  let asked: AskedToken[] = [];
  let rows: ReturnType<typeof readSessions> | undefined;
  const read = async () => {
    await nextTurn();
    const tokens = asked;
    asked = [];
    rows = undefined;
    return readSessions(db, tokens);
  };
  return async (token: AskedToken): Promise<SessionRow | undefined> => {
    const place = asked.push(token);
    rows ??= read();
    return (await rows).get(place);
  };
};

const readers = new WeakMap<Kysely<Database>, ReturnType<typeof createSessionReader>>();

const readSession = (db: Kysely<Database>, token: AskedToken) => {
  const reader = readers.get(db) ?? createSessionReader(db);
  readers.set(db, reader);
  return reader(token);
};

/**
 * The live session of an access token; undefined if the token is invalid, expired or rotated, or the
 * session has ended.
 *
 * @param mayBeReplaced whether the token before a change of the password will do, for a client that
 * has lost the response to it
 */
export const findSession = async (
  db: Kysely<Database>,
  keys: KeyRing,
  access: string | undefined,
  mayBeReplaced = false,
): Promise<ActiveSession | undefined> => {
  const token = readToken(keys, 'access', access);
  if (token === undefined) return undefined;
  const row = await readSession(db, { ...token, mayBeReplaced });
  if (!row) return undefined;
  const { id, email, name, status, company_id: companyId } = row;
  return {
    id: token.sessionId,
    generation: token.generation,
    isReplaced: row.generation !== token.generation,
    user: { id, email, name, status, companyId },
  };
};

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

/** Whether a token is from before a change of the password. */
export const isReplaced = async (
  db: Kysely<Database>,
  { sessionId, generation }: TokenContent,
): Promise<boolean> => {
  const session = await db
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .where('first_generation', '>', generation)
    .select('id')
    .executeTakeFirst();
  return session !== undefined;
};
