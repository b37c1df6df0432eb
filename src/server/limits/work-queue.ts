import { availableParallelism } from 'node:os';
import type { FastifyReply } from 'fastify';
import { WIDE_NETWORK_FACTOR, wideNetworkOf } from '../http/client-network.ts';
import { HttpError } from '../http/http-error.ts';

const RETRY_AFTER_S = 2;

interface Limits {
  /** Maximum number of concurrent tasks. */
  running: number;
  /** Maximum number of concurrent tasks per key; `running` by default. */
  runningPerKey?: number;
  /** Maximum number of concurrent tasks per group of keys; `running` by default. */
  runningPerGroup?: number;
  /** The group of a key; the key itself by default. */
  groupOf?: (key: string) => string;
  /** Maximum number of waiting tasks. */
  waiting: number;
  /** Maximum number of waiting tasks per key; `waiting` by default. */
  waitingPerKey?: number;
  /** Maximum number of waiting tasks with a known-device key; 0 by default. */
  waitingKnownDevices?: number;
}

/** Prefix of the keys of known devices, which wait in a separate queue. */
export const KNOWN_DEVICE_PREFIX = 'known ';

export interface WorkQueue {
  /** Number of running tasks. */
  readonly running: number;
  /** Number of waiting tasks. */
  readonly waiting: number;
  /**
   * Waits for a slot, and returns an idempotent function that releases it.
   *
   * @param key owner of the task, such as a client's network; keys are served in turn
   * @throws HttpError `unavailable` if the queue is full, in total or for this key
   */
  acquire(key: string): Promise<() => void>;
  /** Runs the task in a slot. Throws like `acquire`. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

/**
 * Limits the concurrency of expensive work (hashing, decoding images) with bounded queues: a flood gets
 * 503 instead of exhausting the memory. Waiting keys are served round-robin, so that a new key waits for
 * at most one task of each other key.
 */
export const createWorkQueue = ({
  running: slots,
  runningPerKey = slots,
  runningPerGroup = slots,
  groupOf = (key) => key,
  waiting: waitingMax,
  waitingPerKey = waitingMax,
  waitingKnownDevices = 0,
}: Limits): WorkQueue => {
  const createWaitList = (capacity: number) => ({
    capacity,
    waiting: 0,
    // In round-robin order: a served key moves to the end.
    waiters: new Map<string, (() => void)[]>(),
  });
  const known = createWaitList(waitingKnownDevices);
  const others = createWaitList(waitingMax);
  const waitListOf = (key: string) => (key.startsWith(KNOWN_DEVICE_PREFIX) ? known : others);
  let servedKnownLast = false;
  /** By key, and by group. */
  const runningByName = new Map<string, number>();
  let running = 0;

  const runningOf = (name: string) => runningByName.get(name) ?? 0;
  const groupNameOf = (key: string) => `group ${groupOf(key)}`;
  const mayRun = (key: string) =>
    running < slots &&
    runningOf(key) < runningPerKey &&
    runningOf(groupNameOf(key)) < runningPerGroup;

  const occupy = (key: string) => {
    running += 1;
    for (const name of [key, groupNameOf(key)]) runningByName.set(name, runningOf(name) + 1);
  };

  const vacate = (key: string) => {
    running -= 1;
    for (const name of [key, groupNameOf(key)])
      if (runningOf(name) > 1) runningByName.set(name, runningOf(name) - 1);
      else runningByName.delete(name);
  };

  const serve = (list: typeof known): boolean => {
    for (const [key, [start, ...rest]] of list.waiters) {
      if (start === undefined || !mayRun(key)) continue;
      list.waiters.delete(key);
      if (rest.length > 0) list.waiters.set(key, rest);
      list.waiting -= 1;
      servedKnownLast = list === known;
      // Synchronously, so that no new task gets the slot before the waiter resumes.
      occupy(key);
      start();
      return true;
    }
    return false;
  };

  // The two wait lists alternate.
  const serveNext = () => {
    const [first, second] = servedKnownLast ? [others, known] : [known, others];
    if (!serve(first)) serve(second);
  };

  const createRelease = (key: string) => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      vacate(key);
      serveNext();
    };
  };

  const acquire = async (key: string) => {
    if (mayRun(key)) {
      occupy(key);
      return createRelease(key);
    }
    const list = waitListOf(key);
    const queue = list.waiters.get(key) ?? [];
    if (list.waiting >= list.capacity || queue.length >= waitingPerKey) {
      throw new HttpError('unavailable', 'The server is busy. Please try again shortly.', {
        retryAfterS: RETRY_AFTER_S,
      });
    }
    list.waiting += 1;
    await new Promise<void>((start) => list.waiters.set(key, [...queue, start]));
    return createRelease(key);
  };

  return {
    get running() {
      return running;
    },
    get waiting() {
      return known.waiting + others.waiting;
    },
    acquire,
    async run(key, task) {
      const release = await acquire(key);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
};

// Hashing, decoding and file reads share libuv's four threads; static files need some of them.
const HASHING_CONCURRENCY = Math.max(1, availableParallelism() - 1);
// A wait of a few seconds at about 20 ms per hash. A waiting task is a closure and a small body.
const HASHES_WAITING = 256;
const HASHES_WAITING_PER_KEY = 16;

// Joining the chunks of a 2 MiB file needs two copies: about 100 MB for all slots.
const UPLOAD_CONCURRENCY = 24;
// Two, because a browser may retry before the server notices that the first connection is lost.
const UPLOADS_PER_KEY = 2;

// Logos of up to 100 KB: 20 MB in total, for clients that read slowly.
const SENDING_CONCURRENCY = 200;
const SENDING_PER_NETWORK = 16;
// A waiting request is a few kilobytes, and each is on a connection of its own.
const SENDING_WAITING = 2000;

/** Queues for work that needs much memory or processor time, created once by `createApp`. */
export interface WorkQueues {
  /** Password hashing: 46 MiB and about 20 ms each. */
  hashing: WorkQueue;
  /** Logo uploads in progress: up to 4 MiB each. There is no waiting. */
  uploads: WorkQueue;
  /** Responses with a logo that are not yet read, by network: 100 KB each. */
  sending: WorkQueue;
  /** Decoding of logos: one at a time, up to 36 MiB each. */
  imaging: WorkQueue;
}

/** Creates the queues with limits for this machine. */
export const createWorkQueues = (): WorkQueues => ({
  hashing: createWorkQueue({
    running: HASHING_CONCURRENCY,
    waiting: HASHES_WAITING,
    waitingPerKey: HASHES_WAITING_PER_KEY,
    waitingKnownDevices: HASHES_WAITING,
  }),
  uploads: createWorkQueue({
    running: UPLOAD_CONCURRENCY,
    runningPerKey: UPLOADS_PER_KEY,
    waiting: 0,
  }),
  sending: createWorkQueue({
    running: SENDING_CONCURRENCY,
    runningPerKey: SENDING_PER_NETWORK,
    runningPerGroup: SENDING_PER_NETWORK * WIDE_NETWORK_FACTOR,
    groupOf: wideNetworkOf,
    waiting: SENDING_WAITING,
  }),
  imaging: createWorkQueue({
    running: 1,
    waiting: UPLOAD_CONCURRENCY,
    waitingPerKey: UPLOADS_PER_KEY,
  }),
});

/**
 * Acquires a slot of a queue, and releases it when the response is sent or the connection ends.
 *
 * @throws HttpError `unavailable` if the queue is full, `request_invalid` if the connection has ended
 */
export const holdResponseSlot = async (
  queue: WorkQueue,
  key: string,
  { raw, request }: FastifyReply,
): Promise<void> => {
  const release = await queue.acquire(key);
  // A response whose connection has ended emits no further `close`.
  if (request.raw.socket.destroyed) {
    release();
    throw new HttpError('request_invalid', 'The connection is closed.');
  }
  raw.once('close', release);
};
