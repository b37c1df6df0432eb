import { type Kysely, sql } from 'kysely';
import type { Database } from './types.ts';

const isEmbedded = async (db: Kysely<Database>): Promise<boolean> => {
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
 * Clears away what changes have left behind: in the tables where that is much by PostgreSQL's own
 * measure, and in the log of all changes, whose files are used again after a checkpoint. Only the
 * embedded database needs it: it has one process, so nothing does this beside it. Its outbox's index
 * would grow by every mail that was ever sent, and its log by every change until the next start,
 * which would read all of it. A server does it by itself.
 */
export const vacuumEmbedded = async (db: Kysely<Database>): Promise<void> => {
  if (!(await isEmbedded(db))) return;
  await vacuum(db);
  await sql`checkpoint`.execute(db);
};
