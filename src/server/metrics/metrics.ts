import type { Kysely } from 'kysely';
import type { PoolState } from '#server/database/pool.ts';
import type { Database } from '#server/database/types.ts';
import type { WorkQueue } from '#server/limits/work-queue.ts';

/** Outcome of a delivery attempt. */
type MailOutcome = 'sent' | 'dropped' | 'refused' | 'retried';

/** Counters and gauges of the server. Labels are names and patterns, never personal data. */
export interface Metrics {
  /** @param response.route the route pattern, never the URL */
  answered(response: { method: string; route: string; status: number; seconds: number }): void;
  mailTried(outcome: MailOutcome): void;
  /** Counts a request that the named limit rejected. */
  limited(limit: string): void;
  watchQueue(name: string, queue: Pick<WorkQueue, 'running' | 'waiting'>): void;
  watchOutbox(db: Kysely<Database>): void;
  watchPool(state: () => PoolState): void;
}

/** No-op metrics. */
export const noMetrics: Metrics = {
  answered() {},
  mailTried() {},
  limited() {},
  watchQueue() {},
  watchOutbox() {},
  watchPool() {},
};
