import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { Settings } from '../config/app-config.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import { migrate } from './migrate.ts';
import { COMMAND_TIMEOUTS, MIGRATION_TIMEOUTS, type PoolState, SERVING_TIMEOUTS } from './pool.ts';
import { openServerPool } from './server-pool.ts';
import type { Database } from './types.ts';

export interface OpenDatabase {
  db: Kysely<Database>;
  /** Server or folder of the database, without credentials. */
  place: string;
  /** State of the connection pool. */
  poolState(): PoolState;
  close(): Promise<void>;
}

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
    databaseUrl === undefined
      ? await openEmbeddedPool(folder)
      : openServerPool(databaseUrl, timeouts);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    place: databaseUrl === undefined ? folder : placeOf(databaseUrl),
    poolState: pool.state,
    close: () => db.destroy(),
  };
};

/**
 * Migrates the database on a separate connection without timeouts, then opens it for requests.
 *
 * @throws if a migration fails or the database is newer than this program
 */
export const openMigrated = async (
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  serving = SERVING_TIMEOUTS,
): Promise<OpenDatabase> => {
  const migrating = await openDatabase(settings, MIGRATION_TIMEOUTS);
  try {
    await migrate(migrating.db);
  } catch (error) {
    await migrating.close();
    throw error;
  }
  // The embedded database has one connection and no timeouts.
  if (settings.databaseUrl === undefined) return migrating;
  await migrating.close();
  return openDatabase(settings, serving);
};
