import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../database/types.ts';
import { type Metrics, noMetrics } from '../metrics/metrics.ts';
import { createLeases, type Outcome, recordOutcomes } from './lease.ts';
import { MailRefusedError } from './mail.ts';
import { claimMails, type DueMail, nextMailInMs } from './outbox.ts';

/**
 * Creates a function that writes items in batches: what arrives while a write is under way is written by
 * the next one, and what arrives in one turn of the event loop by the same one. No item waits longer for
 * others to arrive.
 *
 * @param write writes one batch
 * @returns a function that resolves when its item is written, and rejects as `write` does for its batch
 */
export const createBatcher = <Item>(
  write: (items: readonly Item[]) => Promise<void>,
): ((item: Item) => Promise<void>) => {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let running = Promise.resolve();

  const writeWaiting = async () => {
    await running.catch(() => {});
    await nextTurn();
    const items = waiting;
    waiting = [];
    next = undefined;
    running = write(items);
    await running;
  };

  return (item) => {
    waiting.push(item);
    next ??= writeWaiting();
    return next;
  };
};

/** Number of concurrent deliveries, so that one slow mail server does not delay the others. */
export const CONCURRENCY = 16;
const BACK_OFF_MS = [1000, 2000, 5000, 15_000, 30_000, 60_000];
const POLL_MS = 30_000;
const POLL_MIN_MS = 50;
/**
 * New mail waits for up to this long, at random: its delivery takes time that the next request would have
 * to wait for, so that a request in the wake of another would tell whether that one was mailed.
 */
const SPREAD_MS = 50;
/** Time until the next poll after a database error. */
const OUTAGE_POLL_MS = 1000;

/**
 * Sends a claimed mail; `dropped` if it is not to be sent any more.
 *
 * @throws MailRefusedError on a permanent failure; any other error if the mail is to be retried
 */
export type Deliver = (due: DueMail, abortSignal: AbortSignal) => Promise<'sent' | 'dropped'>;

interface Parts {
  db: Kysely<Database>;
  /** Prepares mails that were claimed together; the function that it returns sends each of them. */
  prepareDeliveries(mails: readonly DueMail[]): Deliver;
  clock: Clock;
  /** Receives errors; must not log recipients. */
  onError(error: unknown): void;
  metrics?: Pick<Metrics, 'mailTried'>;
}

interface MailWorker {
  /** Polls the outbox now instead of after the timer. Does not wait for deliveries. */
  wake(): void;
  /** Claims no more mail, and waits briefly for running deliveries before it aborts them. */
  stop(): Promise<void>;
}

/**
 * Delivers the mail of the outbox with retries. Mail is claimed, prepared and its outcomes are recorded in
 * batches, as large as the number of mails that wait for it. Any number of processes may
 * share one outbox.
 */
export const createMailWorker = ({
  db,
  prepareDeliveries,
  clock,
  onError,
  metrics = noMetrics,
}: Parts): MailWorker => {
  const leases = createLeases({ db, clock, onError });
  const record = createBatcher<Outcome>((outcomes) => recordOutcomes(db, outcomes));
  const deliveries = new Set<Promise<void>>();
  let polling = Promise.resolve();
  let isPolling = false;
  let isWoken = false;
  let isStopped = false;
  let cancelTimer = () => {};
  let endPause = () => {};

  const backOffMs = ({ attempts }: DueMail): number =>
    isStopped ? 0 : (BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length) - 1] ?? POLL_MS);

  const deliverOne = async (
    due: DueMail,
    deliver: Deliver,
    abortSignal: AbortSignal,
  ): Promise<Outcome> => {
    const { id } = due;
    try {
      const result = await deliver(due, abortSignal);
      metrics.mailTried(result);
      return { id, next: result === 'sent' && due.hasDedupeKey ? 'keep' : 'remove' };
    } catch (error) {
      onError(error);
      const isPermanent = error instanceof MailRefusedError;
      metrics.mailTried(isPermanent ? 'refused' : 'retried');
      if (!isPermanent) return { id, next: 'retry', delayMs: backOffMs(due) };
      return { id, next: due.kind === 'code' && due.hasDedupeKey ? 'keepRefused' : 'remove' };
    }
  };

  const deliverAndRecord = async (due: DueMail, deliver: Deliver) => {
    const lease = leases.start(due.id);
    try {
      const outcome = await deliverOne(due, deliver, lease.abortSignal);
      await lease.stopRenewing();
      await record(outcome);
    } catch (error) {
      // The mail is due again when its lease ends.
      onError(error);
    } finally {
      lease.end();
    }
  };

  const startDeliveries = (mails: readonly DueMail[]) => {
    const deliver = prepareDeliveries(mails);
    for (const due of mails) {
      const delivery = deliverAndRecord(due, deliver).then(() => {
        deliveries.delete(delivery);
        fillPlaces();
      });
      deliveries.add(delivery);
    }
  };

  /** Claims due mail, and returns the milliseconds until the next poll; undefined if a delivery's end polls. */
  const claimAndDeliver = async (): Promise<number | undefined> => {
    const places = CONCURRENCY - deliveries.size;
    if (places === 0) return undefined;
    const mails = await claimMails(db, places, leases.ms);
    startDeliveries(mails);
    if (mails.length === places) return undefined;
    const dueInMs = (await nextMailInMs(db)) ?? POLL_MS;
    return Math.min(Math.max(dueInMs, POLL_MIN_MS), POLL_MS);
  };

  const poll = async () => {
    let delayMs: number | undefined = OUTAGE_POLL_MS;
    try {
      // A wake-up during the query may be for a mail that the query did not see, or for a free place.
      while (isWoken && !isStopped) {
        isWoken = false;
        delayMs = await claimAndDeliver();
      }
    } catch (error) {
      onError(error);
    }
    isPolling = false;
    if (delayMs !== undefined && !isStopped) cancelTimer = clock.after(delayMs, wake);
  };

  const start = (pause: () => Promise<unknown>) => {
    isWoken = true;
    if (isPolling || isStopped) return;
    isPolling = true;
    cancelTimer();
    polling = pause().then(poll);
  };

  const randomPause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.random() * SPREAD_MS);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const wake = () => start(randomPause);

  const fillPlaces = () => {
    endPause();
    // With the places of all deliveries that end in this turn of the event loop.
    start(nextTurn);
  };

  return {
    wake,
    async stop() {
      isStopped = true;
      cancelTimer();
      endPause();
      const cancelAbort = leases.abortSoon();
      await polling;
      await Promise.all(deliveries);
      cancelAbort();
    },
  };
};
