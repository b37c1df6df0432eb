import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ORPHAN_COMPANY_LIFETIME_MS } from '#contract/company.ts';
import type { Clock } from '../config/clock.ts';
import { createAuditPartitions, dropAuditPartitions } from './audit-partitions.ts';
import { ago, now } from './time.ts';
import type { Database } from './types.ts';
import { vacuumEmbedded } from './vacuum.ts';

/** Time that sent or expired mail and ended sessions are kept. */
export const RETENTION_MS = 24 * 60 * 60_000;

const PAUSE_MS = 5 * 60_000;
/** Rows per statement: few, so that requests do not wait long for the embedded database's one connection. */
export const BATCH_ROWS = 500;

export interface Reaper {
  /** Stops after the running batch. */
  stop(): Promise<void>;
}

interface Rule {
  table: keyof Database;
  /** Columns of the primary key. */
  key: [string, ...string[]];
  /** Indexed timestamp column. One per rule, so that every batch is an index scan. */
  column: string;
  /** Rows before this time are deleted. */
  before: RawBuilder<Date>;
  unless?: RawBuilder<unknown>;
}

const retentionStart = ago(RETENTION_MS);

/** Rules for expired rows. Sent mail is kept for a while, so that its dedupe key stays effective. */
const rules: Rule[] = [
  { table: 'codes', key: ['email', 'purpose', 'device'], column: 'expires_at', before: now },
  { table: 'limits', key: ['key'], column: 'tat', before: now },
  { table: 'sign_ups', key: ['email'], column: 'expires_at', before: now },
  { table: 'sessions', key: ['id'], column: 'expires_at', before: now },
  { table: 'sessions', key: ['id'], column: 'ended_at', before: retentionStart },
  { table: 'outbox', key: ['id'], column: 'sent_at', before: retentionStart },
  { table: 'outbox', key: ['id'], column: 'expires_at', before: retentionStart },
  {
    table: 'companies',
    key: ['id'],
    column: 'updated_at',
    before: ago(ORPHAN_COMPANY_LIFETIME_MS),
    unless: sql`has_user or exists (select 1 from users where users.company_id = companies.id)`,
  },
];

/** Deletes one batch, oldest first, and returns the number of rows. */
const reapBatch = async (db: Kysely<Database>, rule: Rule): Promise<number> => {
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
 * Deletes expired rows from every table except audit, in batches. Each batch is a separate statement, so
 * that other queries run in between.
 *
 * @param isStopped checked after each batch
 */
export const reap = async (db: Kysely<Database>, isStopped = () => false): Promise<void> => {
  for (const rule of rules) {
    let removed = BATCH_ROWS;
    while (removed === BATCH_ROWS && !isStopped()) removed = await reapBatch(db, rule);
  }
};

const maintainPartitions = async (db: Kysely<Database>): Promise<void> => {
  await createAuditPartitions(db);
  await dropAuditPartitions(db);
};

/**
 * Deletes expired rows, maintains audit partitions and vacuums every `PAUSE_MS`, until it is stopped.
 *
 * @param onError receives the error of a failed round; the next round runs as usual
 */
export const startReaper = (
  db: Kysely<Database>,
  clock: Clock,
  onError: (error: unknown) => void,
): Reaper => {
  let cancel = () => {};
  let round = Promise.resolve();
  let isStopped = false;
  const schedule = () => {
    if (isStopped) return;
    cancel = clock.after(PAUSE_MS, () => {
      round = maintainPartitions(db)
        .catch(onError)
        .then(() => reap(db, () => isStopped))
        .then(() => vacuumEmbedded(db))
        .catch(onError)
        .then(schedule);
    });
  };
  schedule();
  return {
    async stop() {
      isStopped = true;
      cancel();
      await round;
    },
  };
};
