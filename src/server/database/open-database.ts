import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import * as brand from '#contract/brand.ts';
import type { Settings } from '../config/app-config.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import { type PoolState, poolState, type StatedPool } from './pool-state.ts';
import { COMMAND_TIMEOUTS, type DatabaseTimeouts } from './timeouts.ts';
import type { Database } from './types.ts';

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 3000;
// TCP keep-alive closes a connection without query timeout when its network is lost.
const KEEP_ALIVE_DELAY_MS = 10_000;
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

export interface OpenDatabase {
  db: Kysely<Database>;
  /** Server or folder of the database, without credentials. */
  place: string;
  /** State of the connection pool. */
  poolState(): PoolState;
  close(): Promise<void>;
}

// By a statement: PgBouncer rejects these as startup parameters, and `options` in the URL may contain a
// search path. A pooled connection of PgBouncer keeps the values, but every process sets the same.
const setTimeouts = async (client: pg.ClientBase, timeouts: DatabaseTimeouts): Promise<void> => {
  const { statementMs, lockMs, idleInTransactionMs } = timeouts;
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
      set_config('idle_in_transaction_session_timeout', $3, false)`,
    [statementMs, lockMs, idleInTransactionMs].map(String),
  );
};

const newPool = (url: string, timeouts: DatabaseTimeouts): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    // Shown in pg_stat_activity, unless the URL has an application name.
    fallback_application_name: brand.name,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: timeouts.queryMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // The pool waits for it before it hands out the connection.
    onConnect: (client) => setTimeouts(client, timeouts),
  });
  // Without listeners the error of a broken connection would end the process. The pool replaces the
  // connection at the next use. It listens itself only while a connection is idle.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE;

const openServer = (url: string, timeouts: DatabaseTimeouts): StatedPool => {
  let pool = newPool(url, timeouts);

  // After a query timeout the connection still waits for the result and would block its next user. The
  // other connections are probably lost as well, so the whole pool is replaced.
  const discard = (client: pg.PoolClient, from: pg.Pool) => {
    // During a query, `end` closes the connection at once.
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
      const query = (text: string, values: unknown[]) =>
        client.query(text, values).catch((error: unknown) => {
          if (isQueryTimeout(error)) discard(client, from);
          throw error;
        });
      // Kysely calls the other overload only for cursors, which are not used.
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: () => client.release(),
      };
    },
  };
};

const placeOf = (url: string): string => {
  const { hostname, pathname } = new URL(url);
  return `${hostname}${pathname}`;
};

/**
 * Opens the PostgreSQL server of the settings, or PGlite in the data folder. The caller has locked the
 * folder, because two processes on one PGlite folder lose rows.
 *
 * @param timeouts for a PostgreSQL server; ignored for the embedded database
 */
export const openDatabase = async (
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  timeouts = COMMAND_TIMEOUTS,
): Promise<OpenDatabase> => {
  const folder = join(dataDir, 'db');
  const pool =
    databaseUrl === undefined ? await openEmbeddedPool(folder) : openServer(databaseUrl, timeouts);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    place: databaseUrl === undefined ? folder : placeOf(databaseUrl),
    poolState: pool.state,
    close: () => db.destroy(),
  };
};
