import type { Kysely } from 'kysely';
import { DAY_MS, HOUR_MS, MS_PER_S } from '#contract/durations.ts';
import type { Clock, WebhookEndpoint, WebhookSettings } from '../config/app-config.ts';
import type { Database } from '../database/types.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createOutboxWorker, type OutboxWorker } from '../outbox/worker.ts';
import { enqueueWebhooks, type WebhookEvent } from './events.ts';
import {
  claimWebhooks,
  type DueWebhook,
  endEndpoint,
  isEnded,
  nextWebhookInMs,
  recordWebhooks,
  type WebhookOutcome,
} from './queue.ts';
import { type Answer, createSender, type SendWebhook } from './send.ts';

/** Concurrent requests to one endpoint. Each endpoint has its own, so that a slow one delays no other. */
export const CONCURRENCY = 4;
/**
 * Time for which an endpoint rests after a failure: one that fails at once would otherwise be asked as fast as the
 * database answers, which delays everything else. It doubles with each failure in a row.
 */
export const REST_MIN_MS = MS_PER_S;
const REST_MAX_MS = 30 * MS_PER_S;
/** Time limit of a request with its answer. */
export const REQUEST_MS = 10_000;
/** Time from an event to its last attempt. */
const RETRIES_MS = 3 * DAY_MS;
const PAUSE_MIN_MS = 5 * MS_PER_S;
const PAUSE_MAX_MS = 8 * HOUR_MS;
/** A pause is shorter or longer by up to this share, at random. */
const JITTER = 0.25;
const RETRY_AFTER_MAX_MS = DAY_MS;

/** An attempt that has failed. The id finds the dead letter. */
class WebhookError extends Error {
  constructor(endpoint: string, { id, payload }: DueWebhook, failure: string) {
    super(`Webhook ${id} (${payload.type}) to ${endpoint}: ${failure}`);
  }
}

/**
 * Milliseconds until the next attempt. It doubles with each failure; it is also limited by the age, because
 * servers of the version before claim webhooks as well, which counts as an attempt.
 *
 * @returns undefined after the last attempt
 */
const pauseMs = (
  { attempts, ageMs }: Pick<DueWebhook, 'attempts' | 'ageMs'>,
  retryAfterMs = 0,
): number | undefined => {
  const remaining = RETRIES_MS - ageMs;
  if (remaining <= 0) return undefined;
  const doubled = Math.min(PAUSE_MIN_MS * 2 ** (attempts - 1), PAUSE_MAX_MS);
  const pause = Math.min(doubled, Math.max(ageMs, PAUSE_MIN_MS));
  const jittered = pause * (1 - JITTER + 2 * JITTER * Math.random());
  return Math.min(Math.max(jittered, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)), remaining);
};

interface Parts {
  db: Kysely<Database>;
  settings: WebhookSettings;
  clock: Clock;
  /** Receives errors; must not log personal data. */
  onError(error: unknown): void;
  metrics: Pick<Metrics, 'webhookTried' | 'watchWebhooks'>;
  /** Replaces the requests. */
  send?: SendWebhook | undefined;
}

/**
 * Delivers the webhooks of one endpoint.
 *
 * @param place its place in the settings, from 1
 */
const createEndpointWorker = (
  endpoint: WebhookEndpoint,
  place: number,
  send: SendWebhook,
  { db, clock, onError, metrics }: Parts,
): OutboxWorker => {
  const { address } = endpoint;
  // Not the path or the query: with some receivers, who knows them may send.
  const logged = `endpoint ${place} (${new URL(address).host})`;
  /** Failed requests since the last delivered one. */
  let failures = 0;

  const outcomeOf = (due: DueWebhook, answer: Answer, isStopping: boolean): WebhookOutcome => {
    const { id } = due;
    if (answer.kind === 'delivered') {
      failures = 0;
      return { id, next: 'delivered' };
    }
    failures += 1;
    const { failure } = answer;
    onError(new WebhookError(logged, due, failure));
    if (answer.kind === 'gone') return { id, next: 'dead', failure };
    const delayMs = isStopping ? 0 : pauseMs(due, answer.retryAfterMs);
    return delayMs === undefined ? { id, next: 'dead', failure } : { id, next: 'retry', delayMs };
  };

  return createOutboxWorker<DueWebhook, WebhookOutcome>({
    db,
    clock,
    onError,
    // One that fails is asked by one request at a time, after its rest.
    concurrency: () => (failures > 0 ? 1 : CONCURRENCY),
    deliveryMs: REQUEST_MS,
    claim: (count, leaseMs) => claimWebhooks(db, address, count, leaseMs),
    nextInMs: () => nextWebhookInMs(db, address),
    record: (outcomes) => recordWebhooks(db, outcomes),
    restMs: ({ next }) =>
      next === 'retry' ? Math.min(REST_MIN_MS * 2 ** (failures - 1), REST_MAX_MS) : 0,
    prepare() {
      const ended = isEnded(db, address);
      // Reported by each webhook.
      ended.catch(() => {});
      return async (due, { abortSignal, isStopping }) => {
        const { id, payload } = due;
        if (await ended) {
          metrics.webhookTried('dead');
          return { id, next: 'dead', failure: 'the endpoint was ended' };
        }
        const { type, timestamp, data } = payload;
        const body = JSON.stringify({ type, timestamp, data });
        const answer = await send(endpoint, { id, body }, abortSignal);
        const outcome = outcomeOf(due, answer, isStopping());
        metrics.webhookTried(outcome.next);
        if (answer.kind === 'gone') await endEndpoint(db, address, answer.failure);
        return outcome;
      };
    },
  });
};

/** Tells other systems of demo requests and companies. */
export interface Webhooks {
  /**
   * Enqueues an event for every endpoint, in the transaction of the demo request or the company. The caller wakes
   * the workers.
   *
   * @param subject id of the demo request or the company
   */
  enqueue(trx: Kysely<Database>, event: WebhookEvent, subject: string): Promise<void>;
  /** Wakes the workers, which then poll the outbox. */
  wake(): void;
  /** Stops the workers, as that of the mail. */
  stop(): Promise<void>;
}

/** Without endpoints nothing is stored or sent. */
export const noWebhooks: Webhooks = {
  async enqueue() {},
  wake() {},
  async stop() {},
};

/** Webhooks to the endpoints of the settings. */
export const createWebhooks = (parts: Parts): Webhooks => {
  const { endpoints, allowsPrivate } = parts.settings;
  const send = parts.send ?? createSender(allowsPrivate);
  const addresses = endpoints.map(({ address }) => address);
  const workers = endpoints.map((endpoint, index) =>
    createEndpointWorker(endpoint, index + 1, send, parts),
  );
  parts.metrics.watchWebhooks(parts.db, addresses);
  return {
    enqueue: (trx, event, subject) => enqueueWebhooks(trx, addresses, event, subject),
    wake() {
      for (const worker of workers) worker.wake();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
};
