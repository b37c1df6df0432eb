import { runTimes } from './closed-loop.ts';
import { readCounters } from './database-counters.ts';
import { activities, type Part } from './load-model.ts';
import type { System } from './opened-system.ts';
import { processorTimeBetween, readProcessorTime } from './processor-time.ts';

/** What one piece of work costs, its mails included. */
export interface Cost {
  part: Part;
  /** Milliseconds of processor time. */
  mainThread: number;
  server: number;
  postgres: number;
  /** Bytes of write-ahead log. */
  wal: number;
  /** Transactions that write. */
  writes: number;
  /** New rows by table. */
  rows: Record<string, number>;
}

const WIDTH = 8;
const WARM_UP = 30;
/** Calls of a sign-up: it is done so much less often. */
const SIGN_UP_CALLS = 7;

const runPart = async (system: System, part: Part, times: number) => {
  await runTimes(() => system.parts[part](system.send), { times, width: WIDTH });
  await system.untilMailed();
};

const measurePart = async (system: System, part: Part, times: number): Promise<Cost> => {
  await runPart(system, part, WARM_UP);
  const read = async () => ({
    time: await readProcessorTime(system.db, system.server.pid),
    counters: await readCounters(system.db),
  });
  const before = await read();
  await runPart(system, part, times);
  const after = await read();
  const time = processorTimeBetween(before.time, after.time);
  const rows = Object.entries(after.counters.tables).map(([table, { rows }]) => [
    table,
    (rows - (before.counters.tables[table]?.rows ?? 0)) / times,
  ]);
  return {
    part,
    mainThread: time.mainThread / times,
    server: time.server / times,
    postgres: time.postgres / times,
    wal: (after.counters.wal - before.counters.wal) / times,
    writes: (after.counters.writes - before.counters.writes) / times,
    rows: Object.fromEntries(rows),
  };
};

/** Measures every kind of work alone, eight at once. */
export const measureCosts = async (system: System, times: number): Promise<Cost[]> => {
  const costs: Cost[] = [];
  for (const { part } of activities)
    costs.push(
      await measurePart(
        system,
        part,
        part === 'sign-up' ? Math.ceil(times / SIGN_UP_CALLS) : times,
      ),
    );
  return costs;
};

/** Bytes of a row with its index entries, by table, from what the tables grew by. */
export const bytesPerRow = (
  before: Record<string, { rows: number; bytes: number }>,
  after: Record<string, { rows: number; bytes: number }>,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after).map(([table, { rows, bytes }]) => {
      const grown = rows - (before[table]?.rows ?? 0);
      return [table, grown > 0 ? (bytes - (before[table]?.bytes ?? 0)) / grown : 0];
    }),
  );
