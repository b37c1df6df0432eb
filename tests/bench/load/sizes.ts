import { runOpenLoop } from './open-loop.ts';
import type { System } from './opened-system.ts';
import { processorTimeBetween, readProcessorTime } from './processor-time.ts';
import { type PoolUse, watchPool } from './server-metrics.ts';

/** A size is taken if 95 of 100 responses come within this time, and no request fails. */
const P95_MAX_MS = 250;
/** And if no mail that is due has waited longer than this at the end. */
const MAIL_WAIT_MAX_S = 2;
const MS_PER_S = 1000;
const WARM_UP_S = 2;

/** What was measured at one size. Times in milliseconds, processor use in cores. */
export interface SizeResult extends PoolUse {
  usersADay: number;
  requestsASecond: number;
  p50: number;
  p95: number;
  p99: number;
  mailP95: number;
  mainThread: number;
  server: number;
  postgres: number;
  failures: string[];
  isTaken: boolean;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const runSize = async (system: System, usersADay: number, seconds: number) => {
  const { parts, send, metricsPort, times, db, server } = system;
  times.answers.length = 0;
  times.mails.length = 0;
  const before = await readProcessorTime(db, server.pid);
  const startedAt = performance.now();
  const work = runOpenLoop(
    (part, plannedAt) => {
      // The first request counts from its planned time: a person has waited for a busy client too.
      let startedAt = plannedAt;
      return parts[part](async (browser, call) => {
        const answer = await send(browser, call);
        times.answers.push(performance.now() - startedAt);
        startedAt = performance.now();
        return answer;
      });
    },
    { usersADay, seconds },
  );
  const pool = await watchPool(metricsPort, work);
  const elapsedMs = performance.now() - startedAt;
  const { failures } = await work;
  const used = processorTimeBetween(before, await readProcessorTime(db, server.pid));
  return { pool, failures, used, elapsedMs };
};

/** Runs the mix of a day's peak with so many users for some seconds. */
const measureSize = async (
  system: System,
  usersADay: number,
  seconds: number,
): Promise<SizeResult> => {
  await runSize(system, usersADay, WARM_UP_S);
  const { pool, failures, used, elapsedMs } = await runSize(system, usersADay, seconds);
  const { answers, mails } = system.times;
  const p95 = percentile(answers, 0.95);
  const result = {
    ...pool,
    usersADay,
    requestsASecond: (answers.length * MS_PER_S) / elapsedMs,
    p50: percentile(answers, 0.5),
    p95,
    p99: percentile(answers, 0.99),
    mailP95: percentile(mails, 0.95),
    mainThread: used.mainThread / elapsedMs,
    server: used.server / elapsedMs,
    postgres: used.postgres / elapsedMs,
    failures,
    isTaken: failures.length === 0 && p95 <= P95_MAX_MS && pool.oldestMailS <= MAIL_WAIT_MAX_S,
  };
  await system.untilMailed();
  return result;
};

/**
 * Measures rising sizes until one is not taken, in two tries.
 *
 * @returns the last try of each size
 */
export const measureSizes = async (
  system: System,
  sizes: readonly number[],
  seconds: number,
): Promise<SizeResult[]> => {
  const results: SizeResult[] = [];
  for (const usersADay of sizes) {
    let result = await measureSize(system, usersADay, seconds);
    if (!result.isTaken) result = await measureSize(system, usersADay, seconds);
    results.push(result);
    if (!result.isTaken) break;
  }
  return results;
};
