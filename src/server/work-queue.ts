import { Refusal } from './refusal.ts';

const RETRY_AFTER_S = 2;

export interface WorkQueue {
  /** Runs the task when a place is free. Refuses with 503 when too many are waiting already. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/**
 * Bounds how much expensive work (hashing, decoding images) goes on at once, so that a flood costs
 * the flooder a 503 and not everybody the memory.
 */
export const createWorkQueue = (limits: { running: number; waiting: number }): WorkQueue => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async () => {
    if (running < limits.running) {
      running += 1;
      return;
    }
    if (waiting.length >= limits.waiting) {
      throw new Refusal('unavailable', 'Too much is going on. Please try again shortly.', {
        retryAfterS: RETRY_AFTER_S,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  };

  // The place is handed over as it is, so that nobody can slip in between.
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return {
    async run(task) {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
};
