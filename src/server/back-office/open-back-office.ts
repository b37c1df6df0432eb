import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Settings } from '../config.ts';
import { takeLock } from '../data-folder/lock.ts';
import { isMigrated } from '../db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../db/open-database.ts';
import type { Database } from '../db/types.ts';
import { BackOfficeError } from './back-office-error.ts';

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
  // Opening it would make one, only to find nobody in it.
  if (!existsSync(join(dataDir, 'db')))
    throw new BackOfficeError(`DATA_DIR holds no database: ${dataDir}. Start the server once.`);
  return takeLock(join(dataDir, 'lock'));
};

/**
 * Does something with the database of the settings: a PostgreSQL server at any time, the embedded
 * one while no server runs.
 *
 * @throws BackOfficeError when there is no database or it is not of this version; FolderInUseError
 * when a process holds the embedded one
 */
export const withBackOffice = async <Result>(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> => {
  const release = settings.databaseUrl === undefined ? await lockFolder(settings) : () => {};
  try {
    const database = await openDatabase(settings);
    try {
      if (!(await isReady(database)))
        throw new BackOfficeError('The database is of another version. Start the server once.');
      return await work(database.db);
    } finally {
      await database.close();
    }
  } finally {
    release();
  }
};
