import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Settings } from '../config/app-config.ts';
import { SettingError } from '../config/read-settings.ts';
import { isDatabaseUnavailable } from './failures.ts';
import { migrate } from './migrate.ts';
import {
  COMMAND_TIMEOUTS,
  MIGRATION_TIMEOUTS,
  type PoolState,
  poolState,
  preparedName,
  SERVING_TIMEOUTS,
  type StatedPool,
} from './pool.ts';
import { openServerPool } from './server-pool.ts';
import type { Database } from './types.ts';

/** Severities after which the PostgreSQL process ends (PostgreSQL manual, 54.8). */
const FATAL_SEVERITIES = new Set(['FATAL', 'PANIC']);
// Opening writes at most one WAL segment of 16 MB and some small files.
const FREE_BYTES_MIN = 20 * 1024 * 1024;
const DISK_FULL = '53100';

/** The embedded database has failed on a full disk, with PostgreSQL's code 53100. */
class DiskFullError extends Error {
  readonly code = DISK_FULL;
}

interface Instance {
  lite: PGlite;
  pool: pg.Pool;
  isDead: boolean;
}

const open = async (folder: string): Promise<Instance> => {
  const lite = await PGlite.create(folder);
  // PGlite has a single connection.
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1 });
  pool.on('error', () => {});
  return { lite, pool, isDead: false };
};

const openFirst = (folder: string): Promise<Instance> =>
  open(folder).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    // PGlite says no more than "Aborted()".
    throw new SettingError(
      `DATA_DIR: the database in ${folder} is damaged; restore a backup, or choose another folder`,
      { cause: error },
    );
  });

const reopen = async (folder: string): Promise<Instance> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < FREE_BYTES_MIN) throw new DiskFullError('The disk is full.');
  return open(folder);
};

const markIfDead = (instance: Instance) => (error: unknown) => {
  const severity = error instanceof Error && 'severity' in error ? String(error.severity) : '';
  if (FATAL_SEVERITIES.has(severity)) instance.isDead = true;
  throw error;
};

const clientOf = (instance: Instance, client: pg.PoolClient): PostgresPoolClient => {
  const query = async (text: string, values: unknown[]) => {
    if (instance.isDead)
      throw new DiskFullError('The embedded database has stopped on a full disk.');
    return client.query({ name: preparedName(text), text, values }).catch(markIfDead(instance));
  };
  // Kysely calls the other overload only for cursors, which are not used.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  };
};

/**
 * Opens PGlite in a folder. An instance that cannot write its WAL (a full disk) is dead, and a further
 * query on it would never return. The next query opens a new instance as soon as the disk has room, which
 * runs crash recovery; until then queries fail with 53100.
 *
 * @throws SettingError if the folder has files that are not a database
 */
export const openEmbeddedPool = async (folder: string): Promise<StatedPool> => {
  let opening: Promise<Instance> | undefined = openFirst(folder);
  let current = await opening;

  const openInstance = async (): Promise<Instance> => {
    // Concurrent callers share one reopening.
    opening ??= reopen(folder);
    const attempt = opening;
    const instance = await attempt.catch((error) => {
      if (opening === attempt) opening = undefined;
      throw error;
    });
    current = instance;
    if (!instance.isDead) return instance;
    if (opening === attempt) opening = undefined;
    return openInstance();
  };

  return {
    state: () => poolState(current.pool),
    async connect() {
      const instance = await openInstance();
      return clientOf(instance, await instance.pool.connect());
    },
    async end() {
      const instance = await opening?.catch(() => undefined);
      if (!instance || instance.isDead) return;
      await instance.pool.end();
      await instance.lite.close();
    },
  };
};

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
