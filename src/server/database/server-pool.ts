import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import * as brand from '#contract/brand.ts';
import { poolState, type StatedPool } from './pool-state.ts';
import { querySession, startSession } from './session.ts';
import { isReadOnlyError } from './standby-error.ts';
import type { DatabaseTimeouts } from './timeouts.ts';

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
      const client = await from.connect();
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
