import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Settings } from '../config/app-config.ts';
import { takeLock } from '../data-folder/lock.ts';
import { isMigrated } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../database/open-database.ts';
import { openMigrated } from '../database/open-migrated.ts';
import { COMMAND_TIMEOUTS } from '../database/timeouts.ts';
import type { Database } from '../database/types.ts';
import { CommandError } from './command-error.ts';

const UNDEFINED_TABLE = '42P01';

const isReady = async ({ db }: OpenDatabase): Promise<boolean> => {
  try {
    return await isMigrated(db);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return false;
    throw error;
  }
};

const lockFolder = async ({ dataDir }: Pick<Settings, 'dataDir'>): Promise<() => void> => {
  // Opening PGlite would create an empty database.
  if (!existsSync(join(dataDir, 'db')))
    throw new CommandError(`DATA_DIR holds no database: ${dataDir}. Start the server once.`);
  return takeLock(join(dataDir, 'lock'));
};

/**
 * Runs work with the database of the settings: a PostgreSQL server at any time, the embedded database
 * while no server runs.
 *
 * @param migrates whether a database of an earlier version is migrated first
 * @throws CommandError if there is no database or it has another version; FolderInUseError if another
 * process has locked the embedded one
 */
export const withCommandDatabase = async <Result>(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  work: (db: Kysely<Database>) => Promise<Result>,
  migrates = false,
): Promise<Result> => {
  const release = settings.databaseUrl === undefined ? await lockFolder(settings) : () => {};
  try {
    const database = await (migrates
      ? openMigrated(settings, COMMAND_TIMEOUTS)
      : openDatabase(settings));
    try {
      if (!(await isReady(database)))
        throw new CommandError('The database is of another version. Start the server once.');
      return await work(database.db);
    } finally {
      await database.close();
    }
  } finally {
    release();
  }
};
