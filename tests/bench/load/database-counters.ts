import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/types.ts';
import { growingTables } from '#tests/support/server/database/fill-database.ts';

/** What a table has now. */
interface TableSize {
  rows: number;
  /** With indexes and partitions. */
  bytes: number;
}

export interface DatabaseCounters {
  tables: Record<string, TableSize>;
  /** Bytes of the write-ahead log, of the whole cluster. */
  wal: number;
  /** Transactions that have written, of the whole cluster. */
  writes: number;
}

// A partitioned table has no bytes itself, and any other table no partitions.
const sizesOf = sql.join(
  growingTables.map(
    (name) => sql`select ${sql.lit(name)} as name,
      (select count(*) from ${sql.table(name)})::float8 as rows,
      (pg_total_relation_size(${sql.lit(name)}) + (select coalesce(sum(pg_total_relation_size(relid)), 0)
        from pg_partition_tree(${sql.lit(name)}) where isleaf))::float8 as bytes`,
  ),
  sql` union all `,
);

export const readCounters = async (db: Kysely<Database>): Promise<DatabaseCounters> => {
  const tables = await sql<TableSize & { name: string }>`${sizesOf}`.execute(db);
  const { rows } = await sql<{ wal: number; writes: number }>`select
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
    pg_snapshot_xmax(pg_current_snapshot())::text::float8 as writes`.execute(db);
  return {
    tables: Object.fromEntries(tables.rows.map(({ name, rows, bytes }) => [name, { rows, bytes }])),
    wal: rows[0]?.wal ?? 0,
    writes: rows[0]?.writes ?? 0,
  };
};

/** Hours until the rate limits that are stored now expire, on average. */
export const limitHours = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ hours: number | null }>`select
    avg(greatest(extract(epoch from tat - now()), 0))::float8 / 3600 as hours from limits`.execute(
    db,
  );
  return rows[0]?.hours ?? 0;
};
