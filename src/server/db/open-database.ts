import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Settings } from '../config.ts';
import type { Database } from './types.ts';

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 5000;
// Longer than any statement of ours; only a network that swallows packets takes so long.
const QUERY_TIMEOUT_MS = 30_000;

export interface OpenDatabase {
  db: Kysely<Database>;
  /** Where the rows are, without credentials. */
  place: string;
  close(): Promise<void>;
}

const wrap = (pool: pg.Pool, place: string, onClosed: () => Promise<void>): OpenDatabase => {
  // An idle connection that breaks is replaced at the next query; unheard, it would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    place,
    async close() {
      await db.destroy();
      await onClosed();
    },
  };
};

const openServer = (url: string): OpenDatabase => {
  const { hostname, pathname } = new URL(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  return wrap(pool, `${hostname}${pathname}`, async () => {});
};

const openEmbedded = async (folder: string): Promise<OpenDatabase> => {
  const lite = await PGlite.create(folder);
  // The embedded database has one connection.
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1 });
  return wrap(pool, folder, () => lite.close());
};

/**
 * Opens the PostgreSQL server of the settings, or PGlite in the data folder, which the caller has
 * locked: two processes on one folder lose rows.
 */
export const openDatabase = async (
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<OpenDatabase> =>
  settings.databaseUrl === undefined
    ? openEmbedded(join(settings.dataDir, 'db'))
    : openServer(settings.databaseUrl);
