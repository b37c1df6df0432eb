import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { MS_PER_S } from '#contract/durations.ts';
import { version } from '#server/config/app-config.ts';
import type { PoolState } from '#server/database/pool.ts';
import type { WorkQueue } from '#server/limits/work-queue.ts';
import type { Database } from '../database/types.ts';
import { HttpError } from '../http/http-error.ts';
import { routeOf } from '../http/request-log.ts';
import { createTrafficGauge, type TrafficItem } from './traffic.ts';

const MAIL_OUTCOMES = ['sent', 'dropped', 'refused', 'retried'] as const;

/** Outcome of a delivery attempt. */
type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** Outcome of an attempt to deliver a webhook. */
type WebhookOutcome = 'delivered' | 'retry' | 'dead';

/** Counters and gauges of the server. Labels are names and patterns, never personal data. */
export interface Metrics {
  /** @param response.route the route pattern, never the URL */
  answered(response: { method: string; route: string; status: number; seconds: number }): void;
  mailTried(outcome: MailOutcome): void;
  webhookTried(outcome: WebhookOutcome): void;
  /** Counts a request that the named limit rejected. */
  limited(limit: string): void;
  watchQueue(name: string, queue: Pick<WorkQueue, 'running' | 'waiting'>): void;
  watchOutbox(db: Kysely<Database>): void;
  /** Only with endpoints: without, no series of webhooks is exported. */
  watchWebhooks(db: Kysely<Database>, addresses: readonly string[]): void;
  watchPool(state: () => PoolState): void;
  /** Counts what a page's beacon says. */
  traffic(items: readonly TrafficItem[]): void;
}

/** No-op metrics. */
export const noMetrics: Metrics = {
  answered() {},
  mailTried() {},
  webhookTried() {},
  limited() {},
  watchQueue() {},
  watchOutbox() {},
  watchWebhooks() {},
  watchPool() {},
  traffic() {},
};

/** Upper bound of the count, which bounds the cost of the query. */
const COUNT_MAX = 10_000;

/** Size and delay of the outbox. */
interface OutboxState {
  /** Number of unsent mails, up to `COUNT_MAX`. */
  mails: number;
  /** Seconds since the oldest mail became due; 0 if none is. */
  oldestDueS: number;
}

/** Reads the state of the outbox by its index of due mails. */
const readOutboxState = async (db: Kysely<Database>): Promise<OutboxState> => {
  const { rows } = await sql<OutboxState>`select
    (select count(*)::integer from (
      select 1 from outbox where sent_at is null and kind <> 'webhook'
      order by next_at limit ${sql.lit(COUNT_MAX)}
    ) as waiting) as mails,
    coalesce((select greatest(extract(epoch from now() - next_at), 0)::float8
      from outbox where sent_at is null and kind <> 'webhook'
      order by next_at limit 1), 0) as "oldestDueS"`.execute(db);
  return rows[0] ?? { mails: 0, oldestDueS: 0 };
};

/** Seconds since the oldest webhook that waits for one of these addresses was enqueued; 0 if none waits. */
const readOldestWebhookS = async (
  db: Kysely<Database>,
  addresses: readonly string[],
): Promise<number> => {
  const { rows } = await sql<{ ageS: number }>`
    select extract(epoch from now() - created_at)::float8 as "ageS"
    from outbox where sent_at is null and kind = 'webhook' and recipient = any(${addresses}::text[])
    order by created_at limit 1`.execute(db);
  return rows[0]?.ageS ?? 0;
};

const WEBHOOK_LABELS = { delivered: 'delivered', retry: 'failed', dead: 'dead' } as const;
const REQUEST_LABELS = ['method', 'route', 'status'] as const;
const LATENCY_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics with an export. */
export interface ReadableMetrics extends Metrics {
  /** All metrics in the Prometheus text format. Does not reject if the database is unavailable. */
  read(): Promise<string>;
  contentType: string;
}

/** Creates metrics in a new registry, with Node's process metrics. */
export const createMetrics = (): ReadableMetrics => {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });

  collectDefaultMetrics({ register: registry });
  gauge('build_info', 'Version of the release, as a label; always 1.', 'version').set(
    { version },
    1,
  );
  const requests = counter(
    'http_requests_total',
    'Requests that were answered.',
    ...REQUEST_LABELS,
  );
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: REQUEST_LABELS,
    buckets: LATENCY_BUCKETS_S,
    registers,
  });
  // Outcomes begin at 0: Prometheus sees no rise in a series whose first sample is 1.
  const mails = counter(
    'mail_deliveries_total',
    'Tries to deliver a mail: sent, dropped as pointless, refused for good, to be retried.',
    'outcome',
  );
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
  const limited = counter('limited_total', 'Requests that a limit has refused.', 'limit');
  const queued = gauge('work_queue_tasks', 'Expensive tasks that run or wait.', 'queue', 'state');
  const connections = gauge(
    'database_connections',
    'Connections of the pool, and callers that wait for one.',
    'state',
  );
  const outbox = gauge(
    'outbox_mails',
    'Mails that have not left, counted up to 10000; NaN when the database does not answer.',
  );
  const oldest = gauge(
    'outbox_oldest_due_seconds',
    'Seconds since the oldest mail was due; NaN when the database does not answer.',
  );
  let webhooks: Counter<'outcome'> | undefined;
  let countTraffic: ReturnType<typeof createTrafficGauge> | undefined;
  /** Callbacks that update gauges before an export. */
  const collectors: (() => void | Promise<void>)[] = [];

  return {
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      latency.observe({ method, route, status }, seconds);
    },
    mailTried: (outcome) => mails.inc({ outcome }),
    webhookTried: (outcome) => webhooks?.inc({ outcome: WEBHOOK_LABELS[outcome] }),
    limited: (limit) => limited.inc({ limit }),
    watchQueue(queue, tasks) {
      collectors.push(() => {
        queued.set({ queue, state: 'running' }, tasks.running);
        queued.set({ queue, state: 'waiting' }, tasks.waiting);
      });
    },
    watchPool(state) {
      collectors.push(() => {
        const { inUse, idle, waiting } = state();
        connections.set({ state: 'in_use' }, inUse);
        connections.set({ state: 'idle' }, idle);
        connections.set({ state: 'waiting' }, waiting);
      });
    },
    watchOutbox(db) {
      collectors.push(async () => {
        const unknown = { mails: Number.NaN, oldestDueS: Number.NaN };
        const { mails: waiting, oldestDueS } = await readOutboxState(db).catch(() => unknown);
        outbox.set(waiting);
        oldest.set(oldestDueS);
      });
    },
    watchWebhooks(db, addresses) {
      webhooks = counter(
        'webhook_deliveries_total',
        'Tries to deliver a webhook: delivered, failed and to be retried, failed for good.',
        'outcome',
      );
      for (const outcome of Object.values(WEBHOOK_LABELS)) webhooks.inc({ outcome }, 0);
      const age = gauge(
        'webhook_oldest_seconds',
        'Age of the oldest webhook that waits; NaN when the database does not answer.',
      );
      collectors.push(async () =>
        age.set(await readOldestWebhookS(db, addresses).catch(() => Number.NaN)),
      );
    },
    traffic(items) {
      countTraffic ??= createTrafficGauge(registry);
      countTraffic(items);
    },
    async read() {
      await Promise.all(collectors.map((collect) => collect()));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
};

/** Counts a request under its route pattern. */
export const countRequest = (
  metrics: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): void =>
  metrics.answered({
    method: request.method,
    route: routeOf(request),
    status,
    seconds: reply.elapsedTime / MS_PER_S,
  });

/** Counts every request that a limit rejects. */
export const addLimitMetrics = (app: FastifyInstance, metrics: Metrics): void => {
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof HttpError) for (const rate of error.rates) metrics.limited(rate);
  });
};
