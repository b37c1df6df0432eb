import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Settings } from '../config.ts';
import { takeLock } from '../data-folder/lock.ts';
import { isMigrated } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Database } from '../db/types.ts';

const lockFolder = async (dataDir: string): Promise<() => void> => {
  // Opening it would make one, only to find nothing in it.
  if (!existsSync(join(dataDir, 'db')))
    throw new Error(`DATA_DIR holds no database: ${dataDir}. Start the server once.`);
  return takeLock(join(dataDir, 'lock'));
};

/**
 * Reads from the database of the settings: a PostgreSQL server at any time, the embedded one while
 * no server runs.
 *
 * @throws FolderInUseError when a process holds the embedded one; an error of one line when there is
 * no database or it is not of this version
 */
export const withStoredLeads = async <Result>(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  read: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> => {
  const release =
    settings.databaseUrl === undefined ? await lockFolder(settings.dataDir) : () => {};
  try {
    const { db, close } = await openDatabase(settings);
    try {
      if (!(await isMigrated(db)))
        throw new Error('The database is not of this version. Start the server once.');
      return await read(db);
    } finally {
      await close();
    }
  } finally {
    release();
  }
};
