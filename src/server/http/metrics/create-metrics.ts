import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readOutboxState } from '#server/mail/outbox-state.ts';
import type { Metrics } from './metrics.ts';

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
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: LATENCY_BUCKETS_S,
    registers,
  });
  const mails = new Counter({
    name: 'mail_deliveries_total',
    help: 'Tries to deliver a mail: sent, dropped as pointless, refused for good, to be retried.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const limited = new Counter({
    name: 'limited_total',
    help: 'Requests that a limit has refused.',
    labelNames: ['limit'] as const,
    registers,
  });
  const queued = new Gauge({
    name: 'work_queue_tasks',
    help: 'Expensive tasks that run or wait.',
    labelNames: ['queue', 'state'] as const,
    registers,
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, and callers that wait for one.',
    labelNames: ['state'] as const,
    registers,
  });
  const outbox = new Gauge({
    name: 'outbox_mails',
    help: 'Mails that have not left, counted up to 10000; NaN when the database does not answer.',
    registers,
  });
  const oldest = new Gauge({
    name: 'outbox_oldest_due_seconds',
    help: 'Seconds since the oldest mail was due; NaN when the database does not answer.',
    registers,
  });
  /** Callbacks that update gauges before an export. */
  const collectors: (() => void | Promise<void>)[] = [];

  return {
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      latency.observe({ method, route, status }, seconds);
    },
    mailTried: (outcome) => mails.inc({ outcome }),
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
    async read() {
      await Promise.all(collectors.map((collect) => collect()));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
};
