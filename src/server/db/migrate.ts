import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { createAuditPartitions } from './audit-partitions.ts';
import { signUp } from './migrations/0001-sign-up.ts';
import { login } from './migrations/0002-login.ts';
import { leads } from './migrations/0003-leads.ts';
import { largeTables } from './migrations/0004-large-tables.ts';
import { oneSignUp } from './migrations/0005-one-sign-up.ts';
import { auditPartitions } from './migrations/0006-audit-partitions.ts';
import type { Database } from './types.ts';

/** Every migration by name, in order. Names are kept in the database: they never change. */
const migrations: Record<string, Migration> = {
  '0001-sign-up': signUp,
  '0002-login': login,
  '0003-leads': leads,
  '0004-large-tables': largeTables,
  '0005-one-sign-up': oneSignUp,
  '0006-audit-partitions': auditPartitions,
};

/**
 * Brings the database up to date, and makes the audit table's next partitions. Any number of processes
 * may do so at once: the migrator takes an advisory lock.
 *
 * @throws when a migration fails or the database is newer than this program
 */
export const migrate = async (db: Kysely<Database>): Promise<void> => {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Named, because the migrator otherwise takes a table of any schema for its own.
    ...(rows[0] && { migrationTableSchema: rows[0].schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  await createAuditPartitions(db);
};

/** Whether the database answers and has seen every migration of this program. */
export const isMigrated = async (db: Kysely<Database>): Promise<boolean> => {
  const latest = Object.keys(migrations).at(-1);
  const { rows } = await sql`select 1 from kysely_migration where name = ${latest}`.execute(db);
  return rows.length === 1;
};
