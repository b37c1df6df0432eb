import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Settings } from '../config.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import type { Database } from './types.ts';

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 3000;
// Longer than any statement of ours, an export included.
const QUERY_TIMEOUT_MS = 30_000;
/** The same while people wait: only a network that swallows packets takes so long. */
export const SERVING_TIMEOUT_MS = 4000;
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

export interface OpenDatabase {
  db: Kysely<Database>;
  /** Where the rows are, without credentials. */
  place: string;
  close(): Promise<void>;
}

const newPool = (url: string, queryTimeoutMs: number): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
  });
  // A connection that breaks is replaced, and its query fails, at the next use; unheard, it would end
  // the process. The pool itself only listens while a connection is idle.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

const isHung = (error: unknown): boolean =>
  error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE;

const openServer = (url: string, queryTimeoutMs: number): PostgresPool => {
  let pool = newPool(url, queryTimeoutMs);

  // A connection whose query was given up on still waits for its answer, and so would everybody who
  // got it next. Those beside it are most likely dead as well: each would cost somebody that wait.
  const cutOff = (client: pg.PoolClient, from: pg.Pool) => {
    // With a query under way, its end is the connection's, at once.
    if (client instanceof pg.Client) client.end().catch(() => {});
    if (from !== pool) return;
    pool = newPool(url, queryTimeoutMs);
    from.end().catch(() => {});
  };

  return {
    end: () => pool.end(),
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
 * @param queryTimeoutMs after which a silent server counts as gone
 */
export const openDatabase = async (
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
): Promise<OpenDatabase> => {
  const folder = join(dataDir, 'db');
  const pool =
    databaseUrl === undefined
      ? await openEmbeddedPool(folder)
      : openServer(databaseUrl, queryTimeoutMs);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    place: databaseUrl === undefined ? folder : placeOf(databaseUrl),
    close: () => db.destroy(),
  };
};
