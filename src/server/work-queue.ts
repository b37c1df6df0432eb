import { Refusal } from './refusal.ts';

const RETRY_AFTER_S = 2;

interface Limits {
  /** How many places there are. */
  running: number;
  /** How many of them one key may hold; all, unless it says so. */
  runningPerKey?: number;
  /** How many may wait for a place. */
  waiting: number;
  /** How many of those may be of one key; all, unless it says so. */
  waitingPerKey?: number;
  /** How many more may wait whose key begins with `KNOWN`. */
  waitingKnown?: number;
}

/** Begins the key of a browser that is known to its account: such keys wait apart from all others. */
export const KNOWN = 'known ';

export interface WorkQueue {
  /** How many places are held. */
  readonly running: number;
  /** How many wait for one. */
  readonly waiting: number;
  /**
   * Waits for a place, and answers how to give it back; calling that twice changes nothing.
   *
   * @param key whose work it is, such as a client's network: keys take turns
   * @throws Refusal `unavailable` when too many are waiting, of all keys or of this one
   */
  enter(key: string): Promise<() => void>;
  /** Runs the task when a place is free; refuses as `enter` does. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

/**
 * Bounds how much expensive work (hashing, decoding images) goes on at once, so that a flood costs
 * the flooder a 503 and not everybody the memory. The keys that wait are served in rotation: whoever
 * is new waits for at most one task of each other key, however many those have waiting.
 */
export const createWorkQueue = ({
  running: places,
  runningPerKey = places,
  waiting: waitingMax,
  waitingPerKey = waitingMax,
  waitingKnown = 0,
}: Limits): WorkQueue => {
  const createLine = (most: number) => ({
    most,
    waiting: 0,
    // In the order of their turns; a key that was served goes to the end.
    turns: new Map<string, (() => void)[]>(),
  });
  const known = createLine(waitingKnown);
  const others = createLine(waitingMax);
  const lineOf = (key: string) => (key.startsWith(KNOWN) ? known : others);
  let wasKnown = false;
  const held = new Map<string, number>();
  let running = 0;

  const heldBy = (key: string) => held.get(key) ?? 0;

  const take = (key: string) => {
    running += 1;
    held.set(key, heldBy(key) + 1);
  };

  const giveBack = (key: string) => {
    running -= 1;
    if (heldBy(key) > 1) held.set(key, heldBy(key) - 1);
    else held.delete(key);
  };

  const serve = (line: typeof known): boolean => {
    for (const [key, [start, ...rest]] of line.turns) {
      if (start === undefined || heldBy(key) >= runningPerKey) continue;
      line.turns.delete(key);
      if (rest.length > 0) line.turns.set(key, rest);
      line.waiting -= 1;
      wasKnown = line === known;
      // Taken here and now, so that nobody can slip in before the waiting task goes on.
      take(key);
      start();
      return true;
    }
    return false;
  };

  // The two lines take turns as well.
  const serveNext = () => {
    const [first, second] = wasKnown ? [others, known] : [known, others];
    if (!serve(first)) serve(second);
  };

  const createLeave = (key: string) => {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      giveBack(key);
      serveNext();
    };
  };

  const enter = async (key: string) => {
    if (running < places && heldBy(key) < runningPerKey) {
      take(key);
      return createLeave(key);
    }
    const line = lineOf(key);
    const queue = line.turns.get(key) ?? [];
    if (line.waiting >= line.most || queue.length >= waitingPerKey) {
      throw new Refusal('unavailable', 'The server is busy. Please try again shortly.', {
        retryAfterS: RETRY_AFTER_S,
      });
    }
    line.waiting += 1;
    await new Promise<void>((start) => line.turns.set(key, [...queue, start]));
    return createLeave(key);
  };

  return {
    get running() {
      return running;
    },
    get waiting() {
      return known.waiting + others.waiting;
    },
    enter,
    async run(key, task) {
      const leave = await enter(key);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
};
