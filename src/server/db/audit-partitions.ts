import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AUDIT_LIFETIME_MS } from '#contract/limits.ts';
import { ago, now } from './time.ts';
import type { Database } from './types.ts';

/** How far ahead there are partitions: for as long as nobody may see that none can be made. */
const WEEKS_AHEAD = 4;
/** How long a process waits for another one that makes partitions. */
const LOCK_TIMEOUT = sql.lit('2s');
/** lock_not_available and undefined_table (PostgreSQL, Appendix A). */
const LOCKED = '55P03';
const GONE = '42P01';

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

interface Partition {
  name: string;
  from: string;
  until: string;
}

// Of the schema in use: nothing here names one.
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
 * Makes the partitions of the audit table that are missing, a week each (Monday, UTC), from a moment
 * until some weeks ahead. Any number of processes may do so at once. No read or write of the table
 * waits for it: a table that is made by itself is attached under a lock that only shuts out others
 * who change the table (PostgreSQL, 5.12.2.2).
 */
export const createAuditPartitions = async (
  db: Kysely<Database>,
  since: RawBuilder<Date> = now,
): Promise<void> => {
  if ((await missingPartitions(db, since)).length === 0) return;
  const create = db.transaction().execute(async (trx) => {
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
    // There are weeks left to try again.
    if (!hasCode(error, LOCKED)) throw error;
  });
};

/**
 * Drops the partitions whose newest row has had its time: the same work however many rows they hold.
 * Both locks are taken at once or not at all, so that nobody queues behind a request for one while a
 * backup reads the table; the next round tries again. DETACH CONCURRENTLY would wait for that backup,
 * and can't be bounded inside a transaction, which is all that PgBouncer leaves us.
 */
export const dropAuditPartitions = async (db: Kysely<Database>): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select name from ${partitions}
    where to_date(substring(name from '^audit_([0-9]{8})$'), 'YYYYMMDD') + 7
      <= (${ago(AUDIT_LIFETIME_MS)}) at time zone 'UTC'
    order by name`.execute(db);
  for (const { name } of rows) {
    const table = sql.table(name);
    const drop = db.transaction().execute(async (trx) => {
      for (const locked of [table, sql.table('audit')])
        await sql`lock table only ${locked} in access exclusive mode nowait`.execute(trx);
      await sql`drop table ${table}`.execute(trx);
    });
    await drop.catch((error: unknown) => {
      // In use, or dropped by another process.
      if (!hasCode(error, LOCKED, GONE)) throw error;
    });
  }
};
