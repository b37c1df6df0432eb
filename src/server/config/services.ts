import type { Kysely } from 'kysely';
import type { Cookies } from '../auth/sessions/cookies.ts';
import type { Database } from '../database/types.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { Origins } from '../http/origins.ts';
import type { WorkQueues } from '../limits/work-queues.ts';
import type { AppConfig } from './app-config.ts';
import type { Clock } from './clock.ts';
import type { Keys } from './keys.ts';

/** Dependencies of the routes, created once by `createApp`. */
export interface Services extends WorkQueues {
  db: Kysely<Database>;
  clock: Clock;
  config: AppConfig;
  keys: Keys;
  origins: Origins;
  cookies: Cookies;
  metrics: Metrics;
  /** Wakes the mail worker, which then polls the outbox. */
  wakeMailWorker(): void;
  /** Whether the process is shutting down. */
  isClosing(): boolean;
}
