import fc from 'fast-check';

/** What waits for its turn: a request on its way to the server, an answer on its way back, an event. */
interface Waiting {
  id: number;
  lane: string;
}

/**
 * fast-check's scheduler, whose choices are numbers of the run: they shrink like every other value. Tasks of
 * one lane keep their order; the next task is chosen among the first ones of all lanes.
 */
export interface Schedule {
  /** Resolves when its turn comes. */
  turn(lane: string, label: string): Promise<void>;
  /** Lets one task go: the oldest for 0, the next oldest for 1 and so on. False if none waits. */
  release(choice: number): Promise<boolean>;
  isEmpty(): boolean;
  /** What was let go, in its order, since the last call. */
  takeReleased(): string[];
}

/** @param rest waits until what was let go has come to rest */
export const createSchedule = (rest: () => Promise<void>): Schedule => {
  const order: number[] = [];
  const scheduler = fc.schedulerFor(order);
  const waiting: Waiting[] = [];
  let lastId = 0;
  let reported = 0;

  const heads = (): Waiting[] =>
    waiting.filter(({ id, lane }) => waiting.find((first) => first.lane === lane)?.id === id);

  return {
    turn(lane, label) {
      // The scheduler counts its tasks in the same way.
      lastId += 1;
      waiting.push({ id: lastId, lane });
      return scheduler.schedule(Promise.resolve(), label);
    },
    async release(choice) {
      const first = heads();
      const chosen = first[choice % Math.max(first.length, 1)];
      if (!chosen) return false;
      waiting.splice(waiting.indexOf(chosen), 1);
      order.push(chosen.id);
      await scheduler.waitNext(1);
      await rest();
      return true;
    },
    isEmpty: () => waiting.length === 0,
    takeReleased() {
      const all = scheduler.report().filter(({ status }) => status !== 'pending');
      const labels = all.slice(reported).map(({ label }) => label);
      reported = all.length;
      return labels;
    },
  };
};
