import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import { MS_PER_S } from '#contract/durations.ts';
import type { UserStatus } from '#contract/session.ts';
import type { KeyRing } from '#server/config/keys.ts';
import { prepareOnce } from '#server/database/pool.ts';
import type { Database } from '#server/database/types.ts';
import { ACCESS_LIFETIME_MS, readToken, SESSION_LIFETIME_MS, type TokenContent } from './tokens.ts';

/** A live session and its user. */
export interface ActiveSession {
  id: string;
  /** Generation of the token that the request has presented. */
  generation: number;
  /** Whether a later one has replaced it since. */
  isReplaced: boolean;
  user: { id: string; email: string; name: string; status: UserStatus; companyId: string };
}

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
