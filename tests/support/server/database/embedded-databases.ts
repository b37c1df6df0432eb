import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createAuditPartitions } from '#server/database/audit-partitions.ts';
import type { Database } from '#server/database/types.ts';
import { embeddedTemplate } from './embedded-template.ts';

/** A database keeps in memory what was written to it. */
const USES_MAX = 20;

/** Changes with every column, index, constraint and function. */
const SCHEMA = `select md5(string_agg(line, ',' order by line)) as schema from (
  select attrelid::regclass || ' ' || attname || ' ' || atttypid || ' ' || attnotnull as line
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace
  union all
  select conname || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = current_schema()::regnamespace
  union all
  select pg_get_functiondef(oid) from pg_proc
    where pronamespace = current_schema()::regnamespace) lines`;

const TABLES = `select quote_ident(relname) as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not relispartition`;

interface EmbeddedDatabase {
  pglite: PGlite;
  schema: string;
  /** Tables whose rows belong to the schema, such as the list of its migrations. */
  kept: string[];
  uses: number;
}

/** Open databases without rows that no test uses; the test files of a worker share them. */
const unused: EmbeddedDatabase[] = [];

const connect = (pglite: PGlite): Kysely<Database> =>
  new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...createPgConfig(pglite), max: 1 }) }),
  });

const schemaOf = async (pglite: PGlite): Promise<string> =>
  (await pglite.query<{ schema: string }>(SCHEMA)).rows[0]?.schema ?? '';

/** The tables that have rows. */
const filledTables = async (pglite: PGlite): Promise<string[]> => {
  const tables = await pglite.query<{ name: string }>(TABLES);
  const filled = await pglite.query<{ name: string }>(
    tables.rows
      .map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
      .join(' union all '),
  );
  return filled.rows.map(({ name }) => name);
};

const openCopy = async (): Promise<EmbeddedDatabase> => {
  const { dump } = await embeddedTemplate();
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob(dump) });
  // The template may be of another day.
  const db = connect(pglite);
  await createAuditPartitions(db);
  await db.destroy();
  const [schema, kept] = [await schemaOf(pglite), await filledTables(pglite)];
  return { pglite, schema, kept, uses: 0 };
};

const emptyTables = async ({ pglite, kept }: EmbeddedDatabase): Promise<void> => {
  const names = (await filledTables(pglite)).filter((name) => !kept.includes(name));
  if (names.length > 0) await pglite.exec(`truncate ${names.join()} restart identity cascade`);
};

/** Empties a database for the next test, or closes it if a test has changed more than rows. */
const putBack = async (database: EmbeddedDatabase): Promise<void> => {
  const { pglite, schema } = database;
  database.uses += 1;
  await pglite.exec('rollback');
  await pglite.exec('discard all');
  if (database.uses === USES_MAX || (await schemaOf(pglite)) !== schema) return pglite.close();
  await emptyTables(database);
  unused.push(database);
};

/** Opens a migrated embedded database without rows: one that an earlier test used, or a new copy. */
export const openEmbeddedDatabase = async () => {
  const database = unused.pop() ?? (await openCopy());
  const db = connect(database.pglite);
  return {
    db,
    async close() {
      await db.destroy();
      await putBack(database);
    },
  };
};
