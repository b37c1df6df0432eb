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

// A check takes a few milliseconds. Load balancers ask every second, and any client may ask more often.
const VALID_MS = 1000;
// configuration_limit_exceeded (PostgreSQL, Appendix A): `temp_file_limit`, which is not a full disk.
const CONFIGURATION_LIMIT = '53400';

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

// 4,000 numbers exceed the minimum work_mem, so PostgreSQL writes a temporary file of 32 KB and removes
// it. No row and no WAL is written, so the check does not fill the disk. A standby can write temporary
// files but is read-only.
const tryToWrite = (db: Kysely<Database>): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only') = 'on' as "isReadOnly", count(*)
      from generate_series(1, 4000)`.execute(trx);
    return rows[0]?.isReadOnly === false;
  });

/**
 * Creates a check whether the database can serve: it is migrated, its disk has room, and it is not a standby.
 * Concurrent calls share one answer, which is cached for `VALID_MS`. That it is migrated is asked until it is.
 *
 * @param now monotonic clock in milliseconds
 */
export const createReadinessCheck = (
  db: Kysely<Database>,
  now = () => performance.now(),
): (() => Promise<boolean>) => {
  let validUntil = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);
  let wasMigrated = false;

  const check = async (): Promise<boolean> => {
    wasMigrated ||= await isMigrated(db).catch(() => false);
    return (
      wasMigrated && (await tryToWrite(db).catch((error) => codeOf(error) === CONFIGURATION_LIMIT))
    );
  };

  return () => {
    if (now() < validUntil) return answer;
    // Until it is answered, nobody else asks.
    validUntil = Number.POSITIVE_INFINITY;
    answer = check().finally(() => {
      validUntil = now() + VALID_MS;
    });
    return answer;
  };
};
