import type { Settings } from '../config/app-config.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { MIGRATION_TIMEOUTS, SERVING_TIMEOUTS } from './timeouts.ts';

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
