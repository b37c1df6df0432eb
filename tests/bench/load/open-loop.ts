import { setTimeout as pause } from 'node:timers/promises';
import { activities, type Part, peakUsersASecond } from './load-model.ts';

const MS_PER_S = 1000;

interface Start {
  atMs: number;
  part: Part;
}

/**
 * Random starts of every kind of work over some seconds, as often as at the peak of a day with so many
 * users: independent of each other and of responses.
 */
const plannedStarts = (usersADay: number, seconds: number): Start[] =>
  activities
    .flatMap(({ part, perUser }) => {
      const perSecond = perUser * peakUsersASecond(usersADay);
      const starts: Start[] = [];
      let atS = -Math.log(1 - Math.random()) / perSecond;
      while (atS < seconds) {
        starts.push({ atMs: atS * MS_PER_S, part });
        atS += -Math.log(1 - Math.random()) / perSecond;
      }
      return starts;
    })
    .sort((one, other) => one.atMs - other.atMs);

/**
 * Starts work at its planned time, whether or not earlier work has ended.
 *
 * @param run its time counts from the planned start, which a busy client may miss
 * @returns the number of starts and of failures
 */
export const runOpenLoop = async (
  run: (part: Part, plannedAt: number) => Promise<unknown>,
  { usersADay, seconds }: { usersADay: number; seconds: number },
): Promise<{ started: number; failures: string[] }> => {
  const starts = plannedStarts(usersADay, seconds);
  const failures: string[] = [];
  const running: Promise<unknown>[] = [];
  const beganAt = performance.now();
  for (const { atMs, part } of starts) {
    const wait = beganAt + atMs - performance.now();
    if (wait > 1) await pause(wait);
    running.push(
      run(part, beganAt + atMs).catch((error: Error) => failures.push(`${part}: ${error.message}`)),
    );
  }
  await Promise.all(running);
  return { started: starts.length, failures };
};
