import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, type Migration, sql, type Transaction } from 'kysely';
import { version } from '#server/config/app-config.ts';
import { createAuditPartitions, hasCode, LOCK_NOT_AVAILABLE } from './audit-partitions.ts';
import { MIGRATION_TIMEOUTS } from './pool.ts';
import { inTransaction } from './transaction.ts';
import type { Database } from './types.ts';
import { isEmbedded } from './vacuum.ts';

/** A change of the schema. Servers of the last release run beside it: `npm run check:migrations`. */
export interface SchemaMigration extends Migration {
  /** It runs by itself, not with the others in one transaction, and again after a crash: for indexes. */
  isOutsideTransaction?: boolean;
  /** Names of new checks that the values which servers of the last release write already satisfy. */
  checksKeptBefore?: readonly string[];
}

const modules = import.meta.glob<Record<string, SchemaMigration>>('./migrations/*.ts', {
  eager: true,
});

/**
 * Migrations by file name, in order; each file exports one. Databases store the names, so a file is
 * never renamed.
 */
export const migrations: Record<string, SchemaMigration> = Object.fromEntries(
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

/**
 * A change of a table waits for who reads it, such as a backup, and everybody else waits behind it. So it gives up
 * soon, and is tried again after a pause.
 */
const LOCK_TIMEOUT = sql.lit('100ms');
const LOCK_PAUSE_MS = 2000;

/** Key of the advisory lock; Kysely's migrator, which earlier versions use, takes the same one. */
const LOCK_KEY = 3853314791062309107n;

/** The release before this one; the oldest whose servers may run on the database of this one. */
const PREVIOUS_RELEASE = '0.2.0';

/** Whether a version like `0.10.0` is above another. `0.10.0-next` is what becomes `0.10.0`, and below it. */
export const isNewer = (one: string, other: string): boolean => {
  const [number = '', suffix] = one.split('-');
  const [otherNumber = '', otherSuffix] = other.split('-');
  const order = number.localeCompare(otherNumber, 'en', { numeric: true });
  return order > 0 || (order === 0 && suffix === undefined && otherSuffix !== undefined);
};

/**
 * Of the transaction, because a lock of the session would stay behind in a pooler's session. Releases are noted in
 * a comment, which needs no change of the schema.
 */
const openHistory = async (trx: Transaction<Database>) => {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(trx);
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(trx);
  const { rows: notes } = await sql<{ note: string | null }>`
    select obj_description('kysely_migration'::regclass, 'pg_class') as note`.execute(trx);
  const [, newest = '0', oldest = '0'] =
    /^release (\S+), runs with (\S+)$/.exec(notes[0]?.note ?? '') ?? [];
  return { done: new Set(rows.map(({ name }) => name)), newest, oldest };
};

const noteMigration = (db: Kysely<Database>, name: string) =>
  sql`insert into kysely_migration (name, timestamp)
    values (${name}, ${new Date().toISOString()}) on conflict do nothing`.execute(db);

/**
 * Runs pending migrations in their order, up to one that runs outside of the transaction.
 *
 * @returns the name of that one; undefined if everything is done
 */
const runPending = async (
  trx: Transaction<Database>,
  own: typeof migrations,
): Promise<string | undefined> => {
  const { done, newest, oldest } = await openHistory(trx);
  const unknown = [...done].filter((name) => !(name in own));
  // The next release takes nothing away that this one uses. Its functions stay as they are.
  if (isNewer(newest, version) && !isNewer(oldest, version)) return undefined;
  if (unknown.length > 0)
    throw new Error(`A newer version has migrated the database: ${unknown.join(', ')}`);
  await sql`set local lock_timeout = ${LOCK_TIMEOUT}`.execute(trx);
  for (const [name, { up, isOutsideTransaction }] of Object.entries(own)) {
    if (done.has(name)) continue;
    if (isOutsideTransaction) return name;
    await up(trx);
    await noteMigration(trx, name);
  }
  for (const definition of functions) await sql.raw(definition).execute(trx);
  await sql
    .raw(`comment on table kysely_migration is 'release ${version}, runs with ${PREVIOUS_RELEASE}'`)
    .execute(trx);
  return undefined;
};

/** Key of the advisory lock of the server that runs a migration outside of the transaction. */
const ALONE_KEY = LOCK_KEY + 2n;
const ALONE_PAUSE_MS = 200;

/**
 * Runs a migration that needs transactions of its own, on one server at a time. The lock belongs to a transaction
 * that has nothing else to do. Others ask for it and don't wait: a statement that waits would keep a snapshot,
 * for which the build of an index waits.
 */
const runAlone = async (db: Kysely<Database>, name: string, own: typeof migrations) => {
  const run = async () => {
    await own[name]?.up(db);
    await noteMigration(db, name);
  };
  // It has one connection, which no other server shares.
  if (await isEmbedded(db)) return run();
  const isMine = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(ALONE_KEY)}) as "isMine"`.execute(trx);
    if (!rows[0]?.isMine) return false;
    // Another server may have run it while this one asked. No parameter: the portal of one keeps its snapshot.
    const { rows: done } = await sql`
      select 1 from kysely_migration where name = ${sql.lit(name)}`.execute(trx);
    if (done.length === 0) await run();
    return true;
  });
  if (!isMine) await pause(ALONE_PAUSE_MS);
};

/** Repeats a transaction that did not get a lock, for as long as other waits of a migration may take. */
const untilUnlocked = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const end = performance.now() + MIGRATION_TIMEOUTS.lockMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE) || performance.now() > end) throw error;
      // Random, so that servers that start together do not ask together.
      await pause(LOCK_PAUSE_MS * (0.5 + Math.random()));
    }
  }
};

/**
 * Runs pending migrations, replaces the SQL functions in the same transaction and creates the next audit
 * partitions. Safe to run concurrently, also behind a pooler: the transaction holds an advisory lock. On the
 * database of the next release it changes nothing.
 *
 * @throws if a migration fails, or the database is newer than the next release
 */
export const migrate = async (db: Kysely<Database>, own = migrations): Promise<void> => {
  for (;;) {
    const name = await untilUnlocked(() => inTransaction(db, (trx) => runPending(trx, own)));
    if (name === undefined) break;
    await runAlone(db, name, own);
  }
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
