import type { Settings } from '../config.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { MIGRATION_TIMEOUTS, SERVING_TIMEOUTS } from './timeouts.ts';

/**
 * Brings the database of the settings up to date, on a connection of its own that waits for as long
 * as it takes, then opens it for requests.
 *
 * @throws when a migration fails or the database is newer than this program
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
  // The embedded database has one connection, and no time-outs.
  if (settings.databaseUrl === undefined) return migrating;
  await migrating.close();
  return openDatabase(settings, serving);
};
