import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { createAuditPartitions } from './audit-partitions.ts';
import type { Database } from './types.ts';

const modules = import.meta.glob<Record<string, Migration>>('./migrations/*.ts', { eager: true });

/**
 * Migrations by file name, in order; each file exports one. Databases store the names, so a file is
 * never renamed.
 */
const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(modules)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([file, exported]) =>
      Object.values(exported).map((migration) => [file.replace(/^.*\/|\.ts$/g, ''), migration]),
    ),
);

/**
 * Runs pending migrations and creates the next audit partitions. Safe to run concurrently: Kysely's
 * migrator takes an advisory lock.
 *
 * @throws if a migration fails or the database is newer than this program
 */
export const migrate = async (db: Kysely<Database>): Promise<void> => {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Without a schema the migrator would find its table in any schema.
    ...(rows[0] && { migrationTableSchema: rows[0].schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  await createAuditPartitions(db);
};

/** Whether every migration of this program has run. Rejects if the database is unavailable. */
export const isMigrated = async (db: Kysely<Database>): Promise<boolean> => {
  const latest = Object.keys(migrations).at(-1);
  const { rows } = await sql`select 1 from kysely_migration where name = ${latest}`.execute(db);
  return rows.length === 1;
};
