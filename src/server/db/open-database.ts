import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Settings } from '../config.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import type { Database } from './types.ts';

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 5000;
// Longer than any statement of ours; only a network that swallows packets takes so long.
const QUERY_TIMEOUT_MS = 30_000;
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

export interface OpenDatabase {
  db: Kysely<Database>;
  /** Where the rows are, without credentials. */
  place: string;
  close(): Promise<void>;
}

// A connection whose query was given up on still waits for its answer, and so would everybody who
// got it next.
const cutOffHung = (client: pg.PoolClient) => (error: unknown) => {
  const isHung = error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE;
  // With a query under way, its end is the connection's, at once.
  if (isHung && client instanceof pg.Client) client.end().catch(() => {});
  throw error;
};

const withoutHung = (pool: pg.Pool): PostgresPool => ({
  end: () => pool.end(),
  async connect() {
    const client = await pool.connect();
    const query = (text: string, values: unknown[]) =>
      client.query(text, values).catch(cutOffHung(client));
    // Of the two ways to call it, Kysely uses the other one for cursors, which nobody here has.
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(),
    };
  },
});

const openServer = (url: string): PostgresPool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  // A connection that breaks is replaced, and its query fails, at the next use; unheard, it would end
  // the process. The pool itself only listens while a connection is idle.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return withoutHung(pool);
};

const placeOf = (url: string): string => {
  const { hostname, pathname } = new URL(url);
  return `${hostname}${pathname}`;
};

/**
 * Opens the PostgreSQL server of the settings, or PGlite in the data folder, which the caller has
 * locked: two processes on one folder lose rows.
 */
export const openDatabase = async ({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<OpenDatabase> => {
  const folder = join(dataDir, 'db');
  const pool = databaseUrl === undefined ? await openEmbeddedPool(folder) : openServer(databaseUrl);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    place: databaseUrl === undefined ? folder : placeOf(databaseUrl),
    close: () => db.destroy(),
  };
};
