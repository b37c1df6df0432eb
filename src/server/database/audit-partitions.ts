import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import { ago } from './time.ts';
import { inTransaction } from './transaction.ts';
import type { Database } from './types.ts';

/** Time that authentication outcomes are kept. */
export const AUDIT_LIFETIME_MS = 180 * DAY_MS;

/** Partitions go back to this time: at the start of a week a clock may be set back into the last one. */
const PAST_MS = 7 * DAY_MS;
/** Weeks of partitions in advance: the time to notice that creating them fails. */
const WEEKS_AHEAD = 4;
/** Time to wait for another process that creates partitions. */
const LOCK_TIMEOUT = sql.lit('2s');
/** lock_not_available and undefined_table (PostgreSQL, Appendix A). */
export const LOCK_NOT_AVAILABLE = '55P03';
const UNDEFINED_TABLE = '42P01';

/** Whether an error has one of these codes of PostgreSQL. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

interface Partition {
  name: string;
  from: string;
  until: string;
}

// Partitions of the audit table in the current schema.
const partitions = sql`(select relname as name from pg_inherits join pg_class on oid = inhrelid
  where inhparent = 'audit'::regclass) as partitions`;

const missingPartitions = async (
  db: Kysely<Database>,
  since: RawBuilder<Date>,
): Promise<Partition[]> => {
  const midnight = sql.lit('YYYY-MM-DD 00:00:00+00');
  const { rows } = await sql<Partition>`select name, "from", until
    from generate_series(date_trunc('week', (${since}) at time zone 'UTC'),
      now() at time zone 'UTC' + make_interval(weeks => ${sql.lit(WEEKS_AHEAD)}), interval '1 week') as week
    cross join lateral (select to_char(week, '"audit_"YYYYMMDD') as name,
      to_char(week, ${midnight}) as "from", to_char(week + interval '1 week', ${midnight}) as until) as wanted
    where name not in (select name from ${partitions})
    order by name`.execute(db);
  return rows;
};

/**
 * Creates missing weekly partitions of the audit table (from Monday, UTC), from `since` (last week by
 * default) until `WEEKS_AHEAD` weeks from now. Safe to run concurrently. It does not block reads and
 * writes: a separately created table is attached under SHARE UPDATE EXCLUSIVE (PostgreSQL manual, 5.12.2.2).
 */
export const createAuditPartitions = async (
  db: Kysely<Database>,
  since: RawBuilder<Date> = ago(PAST_MS),
): Promise<void> => {
  if ((await missingPartitions(db, since)).length === 0) return;
  const create = inTransaction(db, async (trx) => {
    await sql`set local lock_timeout = ${LOCK_TIMEOUT}`.execute(trx);
    await sql`lock table only audit in share update exclusive mode`.execute(trx);
    for (const { name, from, until } of await missingPartitions(trx, since)) {
      const table = sql.table(name);
      await sql`create table ${table} (like audit including defaults)`.execute(trx);
      await sql`alter table audit attach partition ${table}
        for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(trx);
    }
  });
  await create.catch((error: unknown) => {
    // The next round retries; there are weeks left.
    if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error;
  });
};

/**
 * Drops partitions whose newest row is older than `AUDIT_LIFETIME_MS`, in constant time. Both locks are
 * taken with NOWAIT, so that no request queues behind a lock request while a backup reads the table; the
 * next round retries. DETACH CONCURRENTLY would wait for the backup without a limit: it cannot run
 * in a transaction, and behind PgBouncer a lock timeout can only be set in one.
 */
export const dropAuditPartitions = async (db: Kysely<Database>): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select name from ${partitions}
    where to_date(substring(name from '^audit_([0-9]{8})$'), 'YYYYMMDD') + 7
      <= (${ago(AUDIT_LIFETIME_MS)}) at time zone 'UTC'
    order by name`.execute(db);
  for (const { name } of rows) {
    const table = sql.table(name);
    const drop = inTransaction(db, async (trx) => {
      for (const locked of [table, sql.table('audit')])
        await sql`lock table only ${locked} in access exclusive mode nowait`.execute(trx);
      await sql`drop table ${table}`.execute(trx);
    });
    await drop.catch((error: unknown) => {
      // Locked, or dropped by another process.
      if (!hasCode(error, LOCK_NOT_AVAILABLE, UNDEFINED_TABLE)) throw error;
    });
  }
};
