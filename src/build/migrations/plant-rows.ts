import { type Kysely, sql } from 'kysely';

interface Blank {
  table: string;
  column: string;
  type: string;
  /** The first text that a check of the column names. */
  allowed: string | null;
}

/** A value of each type. */
const SAMPLES: Record<string, string> = {
  bigint: '1',
  boolean: 'true',
  bytea: '',
  'double precision': '1',
  integer: '1',
  jsonb: '{}',
  smallint: '1',
  text: 'x',
  'text[]': '{}',
  'timestamp with time zone': 'now',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * Adds a row to each table, so that a migration that asks for rows finds some. Every column has a value. Ids are equal,
 * so rows refer to each other.
 *
 * @returns a line for each table without one
 */
export const plantRows = async (db: Kysely<unknown>): Promise<string[]> => {
  const { rows } = await sql<Blank>`select relname::text as table, attname::text as column,
      format_type(atttypid, null) as type, (select substring(pg_get_constraintdef(oid) from '''([^'']+)''')
        from pg_constraint where conrelid = attrelid and contype = 'c' and conkey = array[attnum] limit 1) as allowed
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`.execute(db);
  const faults: string[] = [];
  await sql`set session_replication_role = replica`.execute(db);
  for (const table of new Set(rows.map((row) => row.table))) {
    const blanks = rows.filter((row) => row.table === table);
    const values = blanks.map(({ type, allowed }) => sql.lit(allowed ?? SAMPLES[type] ?? ''));
    await sql`insert into ${sql.table(table)} (${sql.join(blanks.map(({ column }) => sql.ref(column)))})
      values (${sql.join(values)}) on conflict do nothing`
      .execute(db)
      .catch(({ message }: Error) => faults.push(`no row can be planted in ${table}: ${message}`));
  }
  await sql`reset session_replication_role`.execute(db);
  return faults;
};
