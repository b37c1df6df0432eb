import type { Clock } from '#server/config/app-config.ts';

/** A clock whose timers fire when a test says so. */
export interface ManualClock extends Clock {
  /** Fires all pending timers, or only those with a delay of at most `msMax`. */
  ring(msMax?: number): void;
  /** Delays of the pending timers, in milliseconds. */
  pending(): number[];
}

export const createManualClock = (): ManualClock => {
  const timers = new Set<{ ms: number; run: () => void }>();
  return {
    after(ms, run) {
      const timer = { ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    ring(msMax = Number.POSITIVE_INFINITY) {
      const due = [...timers].filter(({ ms }) => ms <= msMax);
      for (const timer of due) timers.delete(timer);
      for (const { run } of due) run();
    },
    pending: () => [...timers].map(({ ms }) => ms),
  };
};
