import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ORPHAN_COMPANY_LIFETIME_MS, SETTLED_LIFETIME_MS } from '#contract/limits.ts';
import type { Clock } from '../clock.ts';
import { createAuditPartitions, dropAuditPartitions } from './audit-partitions.ts';
import { ago, now } from './time.ts';
import type { Database } from './types.ts';
import { vacuumEmbedded } from './vacuum.ts';

const PAUSE_MS = 5 * 60_000;
/** Rows of one statement: few, so that nobody waits for it on the embedded database's one connection. */
export const BATCH_ROWS = 500;

export interface Reaper {
  /** Finishes the batch that runs. */
  stop(): Promise<void>;
}

interface Rule {
  table: keyof Database;
  key: string;
  /** The indexed column that tells the age; one a rule, so that every batch is read off its index. */
  column: string;
  /** What lies before this moment has had its time. */
  before: RawBuilder<Date>;
  unless?: RawBuilder<unknown>;
}

const settled = ago(SETTLED_LIFETIME_MS);

/** What has had its time. Sent mail stays a while so that its dedupe key holds. */
const rules: Rule[] = [
  { table: 'codes', key: 'ctid', column: 'expires_at', before: now },
  { table: 'limits', key: 'key', column: 'tat', before: now },
  { table: 'sign_ups', key: 'email', column: 'expires_at', before: now },
  { table: 'sessions', key: 'id', column: 'expires_at', before: now },
  { table: 'sessions', key: 'id', column: 'ended_at', before: settled },
  { table: 'outbox', key: 'id', column: 'sent_at', before: settled },
  { table: 'outbox', key: 'id', column: 'expires_at', before: settled },
  {
    table: 'companies',
    key: 'id',
    column: 'updated_at',
    before: ago(ORPHAN_COMPANY_LIFETIME_MS),
    unless: sql`has_user or exists (select 1 from users where users.company_id = companies.id)`,
  },
];

/** Removes one batch, oldest first; answers how many rows that were. */
const reapBatch = async (db: Kysely<Database>, rule: Rule): Promise<number> => {
  const { table, key, column, before, unless = sql`false` } = rule;
  // An array, because a join with few rows may read the table whole.
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
    where ${sql.ref(key)} = any(array(
      select ${sql.ref(key)} from ${sql.table(table)}
      where ${sql.ref(column)} < ${before} and not (${unless})
      order by ${sql.ref(column)}
      limit ${sql.lit(BATCH_ROWS)} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
};

/**
 * Removes what is over from every table but the audit's, batch after batch. Every batch is a
 * statement of its own: whoever else waits for the database comes in between.
 *
 * @param isStopped ends it after the batch that runs
 */
export const reap = async (db: Kysely<Database>, isStopped = () => false): Promise<void> => {
  for (const rule of rules) {
    let removed = BATCH_ROWS;
    while (removed === BATCH_ROWS && !isStopped()) removed = await reapBatch(db, rule);
  }
};

const keepPartitions = async (db: Kysely<Database>): Promise<void> => {
  await createAuditPartitions(db);
  await dropAuditPartitions(db);
};

/**
 * Reaps every few minutes until it is stopped, and clears up behind itself.
 *
 * @param onError is told when a round failed; the next one comes all the same
 */
export const startReaper = (
  db: Kysely<Database>,
  clock: Clock,
  onError: (error: unknown) => void,
): Reaper => {
  let cancel = () => {};
  let round = Promise.resolve();
  let isStopped = false;
  const plan = () => {
    if (isStopped) return;
    cancel = clock.after(PAUSE_MS, () => {
      round = keepPartitions(db)
        .catch(onError)
        .then(() => reap(db, () => isStopped))
        .then(() => vacuumEmbedded(db))
        .catch(onError)
        .then(plan);
    });
  };
  plan();
  return {
    async stop() {
      isStopped = true;
      cancel();
      await round;
    },
  };
};
