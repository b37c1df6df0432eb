import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './types.ts';

/** Rows per statement: few, so that requests do not wait long for the embedded database's one connection. */
export const BATCH_ROWS = 500;

/** Which rows of a table have expired. */
export interface ReaperRule {
  table: keyof Database;
  /** Columns of the primary key. */
  key: [string, ...string[]];
  /** Indexed timestamp column. One per rule, so that every batch is an index scan. */
  column: string;
  /** Rows before this time are deleted. */
  before: RawBuilder<Date>;
  unless?: RawBuilder<unknown>;
}

/**
 * A table with rows whose end moves with every use, and a key of one column. `reap_at` is when the reaper
 * next looks at a row, so that no use changes an indexed column.
 */
export interface ExtendedRows {
  table: 'limits' | 'sessions';
  key: string;
  /** Column with the time after which a row has expired. */
  end: string;
}

/** Deletes one batch, oldest first, and returns the number of rows. */
export const reapBatch = async (db: Kysely<Database>, rule: ReaperRule): Promise<number> => {
  const { table, key, column, before, unless = sql`false` } = rule;
  const columnsOf = (name: string) => sql.join(key.map((part) => sql.ref(`${name}.${part}`)));
  // An array, because the planner may choose a sequential scan for a join with few rows.
  const { numAffectedRows = 0n } = await sql`with expired as materialized (
      select ${columnsOf(table)} from ${sql.table(table)}
      where ${sql.ref(column)} < ${before} and not (${unless})
      order by ${sql.ref(column)}
      limit ${sql.lit(BATCH_ROWS)} for update skip locked)
    delete from ${sql.table(table)} using expired
    where ${sql.ref(`${table}.${key[0]}`)} = any(array(select ${sql.ref(key[0])} from expired))
      and (${columnsOf(table)}) = (${columnsOf('expired')})`.execute(db);
  return Number(numAffectedRows);
};

/**
 * Looks at one batch of rows whose `reap_at` has passed: deletes the expired ones, and postpones `reap_at`
 * of the others to their present end.
 *
 * @returns the number of rows
 */
export const reapExtended = async (
  db: Kysely<Database>,
  { table: name, key: keyName, end: endName }: ExtendedRows,
): Promise<number> => {
  const [table, key, end] = [sql.table(name), sql.ref(keyName), sql.ref(endName)];
  const { rows } = await sql<{ count: number }>`with due as materialized (
      select ${key}, ${end} < now() as has_expired from ${table} where reap_at < now()
      order by reap_at limit ${sql.lit(BATCH_ROWS)} for update skip locked),
    postponed as (update ${table} set reap_at = ${end}
      where ${key} = any(array(select ${key} from due where not has_expired))),
    removed as (delete from ${table}
      where ${key} = any(array(select ${key} from due where has_expired)))
    select count(*)::integer as count from due`.execute(db);
  return rows[0]?.count ?? 0;
};
