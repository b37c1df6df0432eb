import { type Kysely, type Migration, sql, type Transaction } from 'kysely';
import { createAuditPartitions } from './audit-partitions.ts';
import { inTransaction } from './transaction.ts';
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

/** SQL functions in the form of this program; servers of the version before call them too. */
const functions = Object.values(
  import.meta.glob<string>('./functions/*.sql', { query: '?raw', import: 'default', eager: true }),
);

/** Key of the advisory lock; Kysely's migrator, which earlier versions use, takes the same one. */
const LOCK_KEY = 3853314791062309107n;

const runPending = async (trx: Transaction<Database>): Promise<void> => {
  // Of the transaction, because a lock of the session would stay behind in a pooler's session.
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(trx);
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(trx);
  const done = new Set(rows.map(({ name }) => name));
  const unknown = [...done].filter((name) => !(name in migrations));
  if (unknown.length > 0)
    throw new Error(`A newer version has migrated the database: ${unknown.join(', ')}`);
  for (const [name, { up }] of Object.entries(migrations)) {
    if (done.has(name)) continue;
    await up(trx);
    await sql`insert into kysely_migration (name, timestamp)
      values (${name}, ${new Date().toISOString()})`.execute(trx);
  }
  for (const definition of functions) await sql.raw(definition).execute(trx);
};

/**
 * Runs pending migrations, replaces the SQL functions in the same transaction and creates the next audit
 * partitions. Safe to run concurrently, also behind a pooler: the transaction holds an advisory lock.
 *
 * @throws if a migration fails or the database is newer than this program
 */
export const migrate = async (db: Kysely<Database>): Promise<void> => {
  await inTransaction(db, runPending);
  await createAuditPartitions(db);
};

/** Whether every migration of this program has run. Rejects if the database is unavailable. */
export const isMigrated = async (db: Kysely<Database>): Promise<boolean> => {
  const latest = Object.keys(migrations).at(-1);
  const { rows } = await sql`select 1 from kysely_migration where name = ${latest}`.execute(db);
  return rows.length === 1;
};
