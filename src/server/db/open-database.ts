import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { brand } from '#contract/brand.ts';
import type { Settings } from '../config.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import { type PoolState, poolState, type StatedPool } from './pool-state.ts';
import { COMMAND_TIMEOUTS, type DatabaseTimeouts } from './timeouts.ts';
import type { Database } from './types.ts';

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 3000;
// What a connection without a client time-out is cut off by when its network is gone.
const KEEP_ALIVE_DELAY_MS = 10_000;
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

export interface OpenDatabase {
  db: Kysely<Database>;
  /** Where the rows are, without credentials. */
  place: string;
  /** How busy its connections are. */
  poolState(): PoolState;
  close(): Promise<void>;
}

// A statement, because PgBouncer refuses connections that bring these as start-up parameters, and
// because `options` of the address may hold a search path. A connection of PgBouncer's keeps what one
// process has set for the next one, which sets the same.
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
    // By which an operator finds it in pg_stat_activity, unless the address has a name.
    fallback_application_name: brand.name,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: timeouts.queryMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // The pool waits for it before it gives the connection to anybody.
    onConnect: (client) => setTimeouts(client, timeouts),
  });
  // A connection that breaks is replaced, and its query fails, at the next use; unheard, it would end
  // the process. The pool itself only listens while a connection is idle.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

const isHung = (error: unknown): boolean =>
  error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE;

const openServer = (url: string, timeouts: DatabaseTimeouts): StatedPool => {
  let pool = newPool(url, timeouts);

  // A connection whose query was given up on still waits for its answer, and so would everybody who
  // got it next. Those beside it are most likely dead as well: each would cost somebody that wait.
  const cutOff = (client: pg.PoolClient, from: pg.Pool) => {
    // With a query under way, its end is the connection's, at once.
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
          if (isHung(error)) cutOff(client, from);
          throw error;
        });
      // Of the two ways to call it, Kysely uses the other one for cursors, which nobody here has.
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
 * Opens the PostgreSQL server of the settings, or PGlite in the data folder, which the caller has
 * locked: two processes on one folder lose rows.
 *
 * @param timeouts for a PostgreSQL server; the embedded database has none
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
