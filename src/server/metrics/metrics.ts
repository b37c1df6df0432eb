import type { Kysely } from 'kysely';
import type { PoolState } from '../db/pool-state.ts';
import type { Database } from '../db/types.ts';
import type { WorkQueue } from '../work-queue.ts';

/** What became of a try to deliver a mail. */
type MailOutcome = 'sent' | 'dropped' | 'refused' | 'retried';

/** What the server counts about itself. Names and patterns only: nothing here may tell of a person. */
export interface Metrics {
  /** @param route the pattern, never the address */
  answered(answer: { method: string; route: string; status: number; seconds: number }): void;
  mailTried(outcome: MailOutcome): void;
  /** A limit of that name has refused a request. */
  limited(limit: string): void;
  watchQueue(name: string, queue: Pick<WorkQueue, 'running' | 'waiting'>): void;
  watchOutbox(db: Kysely<Database>): void;
  watchPool(state: () => PoolState): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = {
  answered() {},
  mailTried() {},
  limited() {},
  watchQueue() {},
  watchOutbox() {},
  watchPool() {},
};
