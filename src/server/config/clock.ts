/** Timers of the mail worker and the reaper. The time of day comes from the database. */
export interface Clock {
  /** Calls `run` once after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** Real timers, which do not keep the process alive (`unref`). */
export const systemClock: Clock = {
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};
