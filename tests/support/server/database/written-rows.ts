import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/types.ts';

const tablesOf = async (db: Kysely<Database>): Promise<string[]> => {
  // A partition's rows belong to its parent table.
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not relispartition`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * What some work writes: a list of tables for each transaction, in order, with the tables whose rows it has
 * inserted, updated or locked and nobody has written since. Every such transaction waits for a flush of the
 * log. Deleted rows are not seen.
 */
export const writtenTables = async (
  db: Kysely<Database>,
  work: () => Promise<unknown>,
): Promise<string[][]> => {
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  const first = Number(rows[0]?.next);
  await work();
  const tablesByTransaction = new Map<number, Set<string>>();
  for (const table of await tablesOf(db)) {
    const marks = await sql<{ xmin: string; xmax: string }>`select xmin::text, xmax::text
      from ${sql.table(table)}`.execute(db);
    for (const id of marks.rows.flatMap(({ xmin, xmax }) => [Number(xmin), Number(xmax)]))
      if (id >= first)
        tablesByTransaction.set(id, (tablesByTransaction.get(id) ?? new Set()).add(table));
  }
  return [...tablesByTransaction]
    .sort(([one], [other]) => one - other)
    .map(([, tables]) => [...tables].sort());
};
