import { type Kysely, sql } from 'kysely';

interface Column {
  table: string;
  name: string;
  isNotNull: boolean;
  hasDefault: boolean;
}

/** A unique index, also that of a primary key or a constraint. */
export interface Key {
  name: string;
  table: string;
  /** Names of columns, and the text of expressions. */
  columns: string[];
  /** Of a partial index: which rows it has. */
  predicate: string | null;
  /** Whether two nulls are equal. */
  joinsNulls: boolean;
}

/** A check constraint. */
export interface Check {
  name: string;
  table: string;
  columns: string[];
  expression: string;
  isValidated: boolean;
}

/** Tables, constraints and functions of a database. */
export interface Schema {
  columns: Column[];
  keys: Key[];
  checks: Check[];
  functions: { name: string; isBuiltIn: boolean; isVolatile: boolean }[];
}

const tables = sql`pg_class as own where own.relkind in ('r', 'p') and not own.relispartition
  and own.relnamespace = 'public'::regnamespace`;

/** Reads what a database has. Partitions are left out: they have what their table has. */
export const readSchema = async (db: Kysely<unknown>): Promise<Schema> => {
  const { rows: columns } = await sql<Column>`select relname::text as table, attname::text as name,
      attnotnull as "isNotNull", atthasdef or attidentity <> '' as "hasDefault"
    from pg_attribute join (select oid, relname from ${tables}) as own on own.oid = attrelid
    where attnum > 0 and not attisdropped`.execute(db);
  const { rows: keys } =
    await sql<Key>`select index.relname::text as name, own.relname::text as table,
      array(select pg_get_indexdef(indexrelid, place, true)
        from generate_series(1, indnkeyatts) as place) as columns,
      pg_get_expr(indpred, indrelid) as predicate, indnullsnotdistinct as "joinsNulls"
    from pg_index join pg_class as index on index.oid = indexrelid
      join (select oid, relname from ${tables}) as own on own.oid = indrelid
    where indisunique`.execute(db);
  const { rows: checks } = await sql<Check>`select conname::text as name, relname::text as table,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns,
      pg_get_expr(conbin, conrelid) as expression, convalidated as "isValidated"
    from pg_constraint join (select oid, relname from ${tables}) as own on own.oid = conrelid
    where contype = 'c'`.execute(db);
  const { rows: functions } = await sql<Schema['functions'][number]>`select proname::text as name,
      bool_and(pronamespace = 'pg_catalog'::regnamespace) as "isBuiltIn",
      bool_or(provolatile = 'v') as "isVolatile"
    from pg_proc where pronamespace in ('pg_catalog'::regnamespace, 'public'::regnamespace)
    group by proname`.execute(db);
  return { columns, keys, checks, functions };
};
