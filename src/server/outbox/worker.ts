import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '../config/app-config.ts';
import type { Database } from '../database/types.ts';
import { createLeases } from './lease.ts';

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

const POLL_MS = 30_000;
const POLL_MIN_MS = 50;
/**
 * A new row waits for up to this long, at random: its delivery takes time that the next request would have
 * to wait for, so that a request in the wake of another would tell whether that one was mailed.
 */
const SPREAD_MS = 50;
/** Time until the next poll after a database error. */
const OUTAGE_POLL_MS = 1000;

/** A delivery under way. */
interface Delivery {
  /** Aborted when it takes too long, or at shutdown. */
  abortSignal: AbortSignal;
  /** Whether the worker is being stopped, so that another one should take over at once. */
  isStopping(): boolean;
}

interface Parts<Row extends { id: string }, Outcome> {
  db: Kysely<Database>;
  /** Number of concurrent deliveries. */
  concurrency(): number;
  /** Time limit of one delivery, in milliseconds. */
  deliveryMs: number;
  /** Claims the rows that are due, at most `count`, for `leaseMs`. */
  claim(count: number, leaseMs: number): Promise<readonly Row[]>;
  /** Milliseconds until the next row is due; undefined if there is none. */
  nextInMs(): Promise<number | undefined>;
  /** Prepares rows that were claimed together; the function that it returns delivers each of them. */
  prepare(rows: readonly Row[]): (row: Row, delivery: Delivery) => Promise<Outcome>;
  record(outcomes: readonly Outcome[]): Promise<void>;
  /** Milliseconds for which the place of a delivery stays taken after its outcome is recorded; none by default. */
  restMs?(outcome: Outcome): number;
  clock: Clock;
  /** Receives errors; must not log recipients. */
  onError(error: unknown): void;
}

export interface OutboxWorker {
  /** Polls the outbox now instead of after the timer. Does not wait for deliveries. */
  wake(): void;
  /** Claims no more rows, and waits briefly for running deliveries before it aborts them. */
  stop(): Promise<void>;
}

/**
 * Delivers rows of the outbox. They are claimed, prepared and their outcomes are recorded in batches, as large
 * as the number of rows that wait for it. Any number of workers and processes may share one outbox.
 */
export const createOutboxWorker = <Row extends { id: string }, Outcome>({
  db,
  concurrency,
  deliveryMs,
  claim,
  nextInMs,
  prepare,
  record: write,
  restMs,
  clock,
  onError,
}: Parts<Row, Outcome>): OutboxWorker => {
  const leases = createLeases({ db, clock, deliveryMs, onError });
  const record = createBatcher(write);
  const deliveries = new Set<Promise<void>>();
  let polling = Promise.resolve();
  let isPolling = false;
  let isWoken = false;
  let hasStopped = false;
  let cancelTimer = () => {};
  let endPause = () => {};

  const isStopping = () => hasStopped;

  const deliverAndRecord = async (
    row: Row,
    deliver: (row: Row, delivery: Delivery) => Promise<Outcome>,
  ) => {
    const lease = leases.start(row.id);
    let outcome: Outcome | undefined;
    try {
      outcome = await deliver(row, { abortSignal: lease.abortSignal, isStopping });
      await lease.stopRenewing();
      await record(outcome);
    } catch (error) {
      // The row is due again when its lease ends.
      onError(error);
    } finally {
      lease.end();
    }
    return (outcome && restMs?.(outcome)) ?? 0;
  };

  const startDeliveries = (rows: readonly Row[]) => {
    const deliver = prepare(rows);
    for (const row of rows) {
      const freePlace = () => {
        deliveries.delete(delivery);
        fillPlaces();
      };
      const delivery = deliverAndRecord(row, deliver).then((ms) => {
        if (ms > 0) clock.after(ms, freePlace);
        else freePlace();
      });
      deliveries.add(delivery);
    }
  };

  /** Claims due rows, and returns the milliseconds until the next poll; undefined if a delivery's end polls. */
  const claimAndDeliver = async (): Promise<number | undefined> => {
    const places = concurrency() - deliveries.size;
    if (places <= 0) return undefined;
    const rows = await claim(places, leases.ms);
    startDeliveries(rows);
    if (rows.length === places) return undefined;
    const dueInMs = (await nextInMs()) ?? POLL_MS;
    return Math.min(Math.max(dueInMs, POLL_MIN_MS), POLL_MS);
  };

  const poll = async () => {
    let delayMs: number | undefined;
    try {
      // A wake-up during the query may be for a row that the query did not see, or for a free place.
      while (isWoken && !isStopping()) {
        isWoken = false;
        delayMs = await claimAndDeliver();
      }
    } catch (error) {
      onError(error);
      delayMs = OUTAGE_POLL_MS;
    }
    isPolling = false;
    if (delayMs !== undefined && !isStopping()) cancelTimer = clock.after(delayMs, wake);
  };

  const start = (pause: () => Promise<unknown>) => {
    isWoken = true;
    if (isPolling || isStopping()) return;
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
      hasStopped = true;
      cancelTimer();
      endPause();
      const cancelAbort = leases.abortSoon();
      await polling;
      await Promise.all(deliveries);
      cancelAbort();
    },
  };
};
