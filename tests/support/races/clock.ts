/** The clock of a browser. It stands still between the steps of a run, so that a run can be repeated. */
export interface BrowserClock {
  now(): number;
  /** Passes time, and runs what is due in its order. `rest` waits until what a timer started has come to rest. */
  pass(ms: number, rest: () => Promise<void>): Promise<void>;
  /** The timers of one document. They end with it. */
  timers(): DocumentTimers;
}

export interface DocumentTimers {
  setTimeout(task: () => void, ms?: number): number;
  clearTimeout(id: number | undefined): void;
  clearAll(): void;
}

interface Timer {
  at: number;
  task: () => void;
}

/** @param start the time at its start (epoch ms) */
export const createBrowserClock = (start: number): BrowserClock => {
  let time = start;
  let lastId = 0;
  const timers = new Map<number, Timer>();

  const nextDue = (until: number): [number, Timer] | undefined =>
    [...timers]
      .filter(([, { at }]) => at <= until)
      .sort(([one, { at }], [other, { at: otherAt }]) => at - otherAt || one - other)[0];

  return {
    now: () => time,
    async pass(ms, rest) {
      const until = time + ms;
      for (let due = nextDue(until); due; due = nextDue(until)) {
        const [id, { at, task }] = due;
        timers.delete(id);
        time = Math.max(time, at);
        task();
        await rest();
      }
      time = until;
    },
    timers() {
      const own = new Set<number>();
      return {
        setTimeout(task, ms = 0) {
          lastId += 1;
          own.add(lastId);
          timers.set(lastId, { at: time + ms, task });
          return lastId;
        },
        clearTimeout(id) {
          if (id !== undefined) timers.delete(id);
        },
        clearAll() {
          for (const id of own) timers.delete(id);
        },
      };
    },
  };
};

/** `Date` by the clock of a browser. */
export const dateOf = (clock: BrowserClock): typeof Date =>
  class extends Date {
    constructor(...values: [] | [number | string | Date]) {
      super(values[0] ?? clock.now());
    }

    static override now(): number {
      return clock.now();
    }
  } as typeof Date;
