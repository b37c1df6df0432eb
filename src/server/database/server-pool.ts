import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import * as brand from '#contract/brand.ts';
import { isReadOnlyError, StandbyError, throwConnectError } from './failures.ts';
import { type DatabaseTimeouts, poolState, preparedName, type StatedPool } from './pool.ts';
import { confirmCommit, retryConflicts, watchCommits } from './transaction.ts';

declare module 'pg' {
  interface ClientBase {
    /** Process id of the server at the start of the connection. */
    processID: number | null;
    getTransactionStatus(): 'I' | 'T' | 'E' | null;
  }
}

/** Kysely's first statement of a transaction. */
const BEGIN = /^(?:begin|start transaction)\b/;
const IDLE = 'I';

/** Connections through a pooler: each of their transactions may run in another session. */
const pooled = new WeakSet<pg.ClientBase>();

/**
 * Errors of a prepared statement that is not the session's (PostgreSQL, Appendix A): invalid_sql_statement_name,
 * duplicate_prepared_statement. A pooler that `startSession` did not notice has changed the session. With
 * feature_not_supported, the columns of its result have changed since it was prepared.
 */
const UNPREPARED = new Set(['26000', '42P05', '0A000']);

const isUnprepared = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNPREPARED.has(String(error.code));

/**
 * Sets the timeouts of a new connection, if it has a session of its own. PgBouncer and other poolers report
 * a process id that is not the server's; there the values would apply to whichever client is next in that
 * session, and PgBouncer rejects them as startup parameters.
 *
 * @throws StandbyError if the connection leads to a standby
 */
const startSession = async (
  client: pg.ClientBase,
  { statementMs, lockMs, idleInTransactionMs }: DatabaseTimeouts,
): Promise<void> => {
  watchCommits(client);
  const { rows } = await client.query<{ isStandby: boolean; isOwn: boolean }>(
    `select pg_is_in_recovery() as "isStandby", "isOwn", case when "isOwn" then
      set_config('statement_timeout', $1, false) || set_config('lock_timeout', $2, false)
      || set_config('idle_in_transaction_session_timeout', $3, false)
      || set_config('client_min_messages', 'warning', false) end
    from (select pg_backend_pid() = $4 as "isOwn") as session`,
    [...[statementMs, lockMs, idleInTransactionMs].map(String), client.processID],
  );
  if (rows[0]?.isStandby) throw new StandbyError('The connection leads to a standby.');
  if (!rows[0]?.isOwn) pooled.add(client);
};

// Warnings are needed by `confirmCommit`, whatever the role's settings are.
const withSettings = (
  begin: string,
  { statementMs, lockMs, idleInTransactionMs }: DatabaseTimeouts,
): string => `${begin}; set local statement_timeout = ${statementMs};
  set local lock_timeout = ${lockMs};
  set local idle_in_transaction_session_timeout = ${idleInTransactionMs};
  set local client_min_messages = warning`;

// In one round trip. After a failed statement `commit` rolls back.
const queryInTransaction = (
  client: pg.ClientBase,
  begin: string,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult> =>
  confirmCommit(client, async () => {
    const [begun, result, ended] = await Promise.allSettled([
      client.query(begin),
      client.query(text, values),
      client.query('commit'),
    ]);
    for (const step of [begun, result, ended]) if (step.status === 'rejected') throw step.reason;
    return (result as PromiseFulfilledResult<pg.QueryResult>).value;
  });

/** PostgreSQL builds such an index in transactions of its own. */
const BUILDS_CONCURRENTLY = /^(?:create|drop) index concurrently/i;

/**
 * Runs a statement of Kysely with the timeouts. On a pooled connection they are set at the start of each
 * transaction, and a statement outside of one gets its own. Such a statement is retried after a deadlock
 * or a serialization failure, as a whole transaction is by `inTransaction`. A statement of `prepareOnce` is
 * prepared where the connection has a session of its own.
 *
 * @throws as `confirmCommit` does
 */
const querySession = (
  client: pg.ClientBase,
  timeouts: DatabaseTimeouts,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult> => {
  const isPooled = pooled.has(client);
  if (BEGIN.test(text)) return client.query(isPooled ? withSettings(text, timeouts) : text);
  const query = () => confirmCommit(client, () => client.query(text, values));
  if (client.getTransactionStatus() !== IDLE) return query();
  const name = isPooled ? undefined : preparedName(text);
  if (name !== undefined)
    return client.query({ name, text, values }).catch((error: unknown) => {
      if (!isUnprepared(error)) throw error;
      pooled.add(client);
      return querySession(client, timeouts, text, values);
    });
  return retryConflicts(() =>
    isPooled && !BUILDS_CONCURRENTLY.test(text)
      ? queryInTransaction(client, withSettings('begin', timeouts), text, values)
      : query(),
  );
};

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 3000;
// TCP keep-alive closes a connection without query timeout when its network is lost.
const KEEP_ALIVE_DELAY_MS = 10_000;
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

const newPool = (url: string, timeouts: DatabaseTimeouts): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    // Shown in pg_stat_activity, unless the URL has an application name.
    fallback_application_name: brand.name,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: timeouts.queryMs,
    // Behind a pooler, the transaction around a single statement takes one round trip.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // The pool waits for it before it hands out the connection.
    onConnect: (client) => startSession(client, timeouts),
  });
  // Without listeners the error of a broken connection would end the process. The pool replaces the
  // connection at the next use. It listens itself only while a connection is idle.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

// `async`, because a missing file of a certificate is thrown at once.
const connectTo = async (pool: pg.Pool): Promise<pg.PoolClient> => pool.connect();

const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE;

/** Opens a pool of connections to a PostgreSQL server, or to a pooler such as PgBouncer in front of it. */
export const openServerPool = (url: string, timeouts: DatabaseTimeouts): StatedPool => {
  let pool = newPool(url, timeouts);

  // The client library has closed the connection, which still waited for the result. The others are
  // probably lost as well, so the whole pool is replaced.
  const discard = (client: pg.PoolClient, from: pg.Pool) => {
    if (client instanceof pg.Client) client.end().catch(() => {});
    if (from !== pool) return;
    pool = newPool(url, timeouts);
    from.end().catch(() => {});
  };

  return {
    end: () => pool.end(),
    state: () => poolState(pool),
    async connect() {
      const from = pool;
      const client = await connectTo(from).catch(throwConnectError);
      let isReadOnly = false;
      const query = (text: string, values: unknown[]) =>
        querySession(client, timeouts, text, values).catch((error: unknown) => {
          if (isQueryTimeout(error)) discard(client, from);
          if (isReadOnlyError(error)) isReadOnly = true;
          throw error;
        });
      // Kysely calls the other overload only for cursors, which are not used.
      return {
        query: query as unknown as PostgresPoolClient['query'],
        // After a failover, the next connection may lead to the new primary.
        release: () => client.release(isReadOnly),
      };
    },
  };
};
