import type { Clock } from '#server/clock.ts';

/** A clock whose timers go off when a test says so. */
export interface HandClock extends Clock {
  /** Sets off every timer that is running, or those alone that were set for so many milliseconds at most. */
  ring(msMax?: number): void;
  /** Milliseconds of the timers that are running. */
  pending(): number[];
}

export const createHandClock = (): HandClock => {
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
