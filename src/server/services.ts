import type { Kysely } from 'kysely';
import type { Clock } from './clock.ts';
import type { AppConfig } from './config.ts';
import type { Database } from './db/types.ts';
import type { Cookies } from './http/cookies.ts';
import type { Origins } from './http/origins.ts';
import type { Keys } from './keys.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { WorkQueues } from './work-queues.ts';

/** What the routes work with; made once by `createApp`. */
export interface Services extends WorkQueues {
  db: Kysely<Database>;
  clock: Clock;
  config: AppConfig;
  keys: Keys;
  origins: Origins;
  cookies: Cookies;
  metrics: Metrics;
  /** Tells the outbox worker that there is mail. */
  wakeMail(): void;
  /** Whether the process is on its way out. */
  isClosing(): boolean;
}
