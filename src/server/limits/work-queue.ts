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
