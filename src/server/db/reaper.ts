import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  AUDIT_LIFETIME_MS,
  ORPHAN_COMPANY_LIFETIME_MS,
  REFRESH_LIFETIME_MS,
  SETTLED_LIFETIME_MS,
} from '#contract/limits.ts';
import type { Clock } from '../clock.ts';
import { ago } from './time.ts';
import type { Database } from './types.ts';

const PAUSE_MS = 5 * 60_000;
// Small, so that nobody waits for it on the embedded database's one connection.
const BATCH_ROWS = 500;

export interface Reaper {
  /** Finishes the round that runs. */
  stop(): Promise<void>;
}

/** Table, its key, and what has had its time. Sent mail stays so that its dedupe key holds. */
const rules: { table: string; key: string; isOver: RawBuilder<unknown> }[] = [
  { table: 'codes', key: 'ctid', isOver: sql`expires_at < now()` },
  { table: 'code_sends', key: 'challenge', isOver: sql`sent_at < ${ago(SETTLED_LIFETIME_MS)}` },
  { table: 'login_failures', key: 'email', isOver: sql`forget_at < now()` },
  { table: 'login_tries', key: 'network', isOver: sql`forget_at < now()` },
  { table: 'tickets', key: 'hash', isOver: sql`expires_at < now()` },
  {
    table: 'sessions',
    key: 'id',
    isOver: sql`expires_at < now() or ended_at < ${ago(SETTLED_LIFETIME_MS)}`,
  },
  { table: 'refresh_tokens', key: 'hash', isOver: sql`used_at < ${ago(REFRESH_LIFETIME_MS)}` },
  {
    table: 'outbox',
    key: 'id',
    isOver: sql`sent_at < ${ago(SETTLED_LIFETIME_MS)} or expires_at < ${ago(SETTLED_LIFETIME_MS)}`,
  },
  {
    table: 'companies',
    key: 'id',
    isOver: sql`updated_at < ${ago(ORPHAN_COMPANY_LIFETIME_MS)}
      and not exists (select 1 from users where users.company_id = companies.id)`,
  },
  { table: 'lead_sends', key: 'lead_id', isOver: sql`sent_at < ${ago(SETTLED_LIFETIME_MS)}` },
  { table: 'audit', key: 'id', isOver: sql`at < ${ago(AUDIT_LIFETIME_MS)}` },
];

/** Removes one batch of what is over from every table. */
export const reap = async (db: Kysely<Database>): Promise<void> => {
  for (const { table, key, isOver } of rules) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${isOver}
      limit ${sql.lit(BATCH_ROWS)} for update skip locked)`.execute(db);
  }
};

/**
 * Reaps every few minutes until it is stopped.
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
      round = reap(db).catch(onError).then(plan);
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
