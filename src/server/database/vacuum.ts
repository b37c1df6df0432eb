import { type Kysely, sql } from 'kysely';
import type { Database } from './types.ts';

/** Whether the database is the embedded one, which has a single process. */
export const isEmbedded = async (db: Kysely<Database>): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where pid = pg_backend_pid() and backend_type = 'standalone backend'`.execute(db);
  return rows.length > 0;
};

const vacuum = async (db: Kysely<Database>): Promise<void> => {
  const { rows } = await sql<{ table: string }>`select relname as table from pg_stat_user_tables
    where n_dead_tup > current_setting('autovacuum_vacuum_threshold')::float8
        + current_setting('autovacuum_vacuum_scale_factor')::float8 * n_live_tup`.execute(db);
  for (const { table } of rows) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
};

/**
 * Vacuums the tables that exceed PostgreSQL's autovacuum thresholds, and runs a checkpoint, after which
 * WAL files are reused. Only for the embedded database, which is a single process without autovacuum and
 * checkpointer: its outbox index would grow with every mail, and its WAL until the next start, which
 * replays all of it.
 */
export const vacuumEmbedded = async (db: Kysely<Database>): Promise<void> => {
  if (!(await isEmbedded(db))) return;
  await vacuum(db);
  await sql`checkpoint`.execute(db);
};
