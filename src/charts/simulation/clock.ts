/** Puts back what was replaced. */
export type Restore = () => void;

/** Replaces a property of a global object. */
export const swap = (owner: object, key: string, value: unknown): Restore => {
  const original = Object.getOwnPropertyDescriptor(owner, key);
  Object.defineProperty(owner, key, { value, configurable: true, writable: true });
  return () => {
    if (original) Object.defineProperty(owner, key, original);
    else Reflect.deleteProperty(owner, key);
  };
};

/** Replaces `Date`, so that `new Date()` and `Date.now()` are the given time, epoch ms. */
export const swapDate = (now: () => number): Restore => {
  class SimulatedDate extends Date {
    constructor(...args: [] | [string | number]) {
      if (args.length === 0) super(now());
      else super(...args);
    }
    static override now = now;
  }
  return swap(globalThis, 'Date', SimulatedDate);
};

interface Timer {
  /** When it ends, ms since the start. */
  at: number;
  run: () => void;
  /** The period of an interval, ms. */
  everyMs?: number;
}

/** What a promise of a chart may still do before the next timer ends, in turns of the microtask queue. */
const TURNS = 10;

/** A clock that somebody turns: its timers end when it has been turned far enough, in their order. */
export const createClock = () => {
  const timers = new Map<number, Timer>();
  let elapsedMs = 0;
  let lastId = 0;
  const next = (): [id: number, timer: Timer] | undefined =>
    [...timers].toSorted(([a, first], [b, second]) => first.at - second.at || a - b)[0];
  const add = (run: () => void, delayMs = 0, everyMs?: number): number => {
    lastId += 1;
    const at = elapsedMs + Math.max(0, Number(delayMs) || 0);
    timers.set(lastId, { at, run, ...(everyMs === undefined ? {} : { everyMs }) });
    return lastId;
  };
  const clear = (id?: number) => void timers.delete(id ?? 0);
  return {
    elapsedMs: () => elapsedMs,
    /** Time until the next timer ends; undefined without one. */
    nextInMs: () => {
      const [, timer] = next() ?? [];
      return timer && timer.at - elapsedMs;
    },
    /** Ends the timers of this time, and those that they start within it. */
    async turn(byMs: number): Promise<void> {
      const end = elapsedMs + byMs;
      for (let due = next(); due && due[1].at <= end; due = next()) {
        const [id, timer] = due;
        elapsedMs = Math.max(elapsedMs, timer.at);
        if (timer.everyMs === undefined) timers.delete(id);
        else timer.at += timer.everyMs;
        timer.run();
        for (let turn = 0; turn < TURNS; turn += 1) await undefined;
      }
      elapsedMs = end;
    },
    setTimeout: (run: (...args: unknown[]) => void, delayMs?: number, ...args: unknown[]) =>
      add(() => run(...args), delayMs),
    setInterval: (run: (...args: unknown[]) => void, delayMs?: number, ...args: unknown[]) =>
      add(() => run(...args), Math.max(1, delayMs ?? 0), Math.max(1, delayMs ?? 0)),
    clearTimeout: clear,
    clearInterval: clear,
  };
};

/**
 * Lets a clock tell the time of this thread, from a time in epoch ms on: `Date`, `performance.now` and
 * the timers.
 */
export const installClock = (clock: ReturnType<typeof createClock>, startMs: number): Restore => {
  const restores = [
    swapDate(() => startMs + clock.elapsedMs()),
    swap(performance, 'now', clock.elapsedMs),
    ...(['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] as const).map((name) =>
      swap(globalThis, name, clock[name]),
    ),
  ];
  return () => {
    for (const restore of restores) restore();
  };
};
