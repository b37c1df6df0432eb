import { type Kysely, sql } from 'kysely';
import { ORPHAN_COMPANY_LIFETIME_MS } from '#contract/company.ts';
import type { Clock } from '../config/clock.ts';
import { createAuditPartitions, dropAuditPartitions } from './audit-partitions.ts';
import {
  BATCH_ROWS,
  type ExtendedRows,
  type ReaperRule,
  reapBatch,
  reapExtended,
} from './reap-batch.ts';
import { ago, now } from './time.ts';
import type { Database } from './types.ts';
import { vacuumEmbedded } from './vacuum.ts';

/** Time that sent or expired mail and ended sessions are kept. */
export const RETENTION_MS = 24 * 60 * 60_000;

const PAUSE_MS = 5 * 60_000;
export interface Reaper {
  /** Stops after the running batch. */
  stop(): Promise<void>;
}

const retentionStart = ago(RETENTION_MS);

/** Rules for expired rows. Sent mail with a dedupe key is kept for a while, so that the key stays effective. */
const rules: ReaperRule[] = [
  { table: 'codes', key: ['email', 'purpose', 'device'], column: 'expires_at', before: now },
  { table: 'passkey_challenges', key: ['hash'], column: 'expires_at', before: now },
  { table: 'sign_ups', key: ['email'], column: 'expires_at', before: now },
  { table: 'sessions', key: ['id'], column: 'ended_at', before: retentionStart },
  { table: 'outbox', key: ['id'], column: 'sent_at', before: retentionStart },
  {
    table: 'outbox',
    key: ['id'],
    column: 'expires_at',
    before: retentionStart,
    unless: sql`sent_at is not null`,
  },
  {
    table: 'companies',
    key: ['id'],
    column: 'updated_at',
    before: ago(ORPHAN_COMPANY_LIFETIME_MS),
    unless: sql`has_user or exists (select 1 from users where users.company_id = companies.id)`,
  },
];

const extendedRows: ExtendedRows[] = [
  { table: 'limits', key: 'key', end: 'tat' },
  { table: 'sessions', key: 'id', end: 'expires_at' },
];

/**
 * Deletes expired rows from every table except audit, in batches. Each batch is a separate statement, so
 * that other queries run in between.
 *
 * @param isStopped checked after each batch
 */
export const reap = async (db: Kysely<Database>, isStopped = () => false): Promise<void> => {
  const batches = [
    ...rules.map((rule) => () => reapBatch(db, rule)),
    ...extendedRows.map((rows) => () => reapExtended(db, rows)),
  ];
  for (const batch of batches) {
    let count = BATCH_ROWS;
    while (count === BATCH_ROWS && !isStopped()) count = await batch();
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
