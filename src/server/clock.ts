/** Drives the timers of the worker and the reaper; what time it is, the database says. */
export interface Clock {
  /** Calls `run` once after `ms` milliseconds; the answer cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** Real timers, which don't keep the process alive by themselves. */
export const systemClock: Clock = {
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};
