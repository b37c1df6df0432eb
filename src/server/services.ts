import type { FastifyPluginAsync } from 'fastify';
import type { Kysely } from 'kysely';
import type { Cookies } from './auth/sessions/tokens.ts';
import type { AppConfig, Clock } from './config/app-config.ts';
import type { Keys } from './config/keys.ts';
import type { Database } from './database/types.ts';
import type { Origins } from './http/origins.ts';
import type { WorkQueues } from './limits/work-queue.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

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
  webhooks: Webhooks;
  /** Whether the process is shutting down. */
  isClosing(): boolean;
}

/** A Fastify plugin that adds routes. It is registered with the services that its handlers use. */
export type RoutePlugin = FastifyPluginAsync<Services>;
