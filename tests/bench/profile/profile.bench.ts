import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { postgresUrl } from '#tests/support/server/database/test-postgres.ts';
import { runTimes } from '../load/closed-loop.ts';
import { activities, type Part } from '../load/load-model.ts';
import { openSystem, type System } from '../load/opened-system.ts';
import { processorTimeBetween, readProcessorTime } from '../load/processor-time.ts';
import { markdownTable } from '../markdown-table.ts';
import { readSelfTimes, type SelfTime } from './cpu-profile.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const PROFILER = join(ROOT, 'tests', 'bench', 'profile', 'profiler.js');
const TIMES = isQuick ? 200 : 1000;
const WARM_UP = 100;
const WIDTH = 8;
const POLL_MS = 50;
const MINUTE_MS = 60_000;
const GROUPS = 16;
const FUNCTIONS = 20;
const PARTS: readonly Part[] = [
  'page',
  'file',
  'session read',
  'refresh',
  'password login',
  'login by code',
];

interface Profile {
  part: Part;
  /** Per call, idle time left out. */
  times: SelfTime[];
  /** Milliseconds of other threads per call: password hashes, files, names. */
  otherThreads: number;
}

const profilePart = async (system: System, part: Part, file: string): Promise<Profile> => {
  const run = (times: number) =>
    runTimes(() => system.parts[part](system.send), { times, width: WIDTH });
  const { db, server } = system;
  await run(WARM_UP);
  await system.untilMailed();
  process.kill(server.pid, 'SIGWINCH');
  const before = await readProcessorTime(db, server.pid);
  await run(TIMES);
  await system.untilMailed();
  const used = processorTimeBetween(before, await readProcessorTime(db, server.pid));
  process.kill(server.pid, 'SIGWINCH');
  while (!existsSync(file)) await pause(POLL_MS);
  const times = readSelfTimes(file)
    .filter(({ group }) => group !== 'idle')
    .map((time) => ({ ...time, ms: time.ms / TIMES }));
  return { part, times, otherThreads: (used.server - used.mainThread) / TIMES };
};

const sumOf = (times: readonly SelfTime[]): number => times.reduce((sum, { ms }) => sum + ms, 0);

/** How often a user does it on a day, so that a mean of all parts is the mean of the model. */
const weightOf = (wanted: Part): number =>
  activities.find(({ part }) => part === wanted)?.perUser ?? 0;

const weighted = (profiles: readonly Profile[], keep: (time: SelfTime) => boolean): number =>
  profiles.reduce((sum, { part, times }) => sum + weightOf(part) * sumOf(times.filter(keep)), 0);

const byGroup = (profiles: readonly Profile[]) => {
  const all = weighted(profiles, () => true);
  const row = (name: string, keep: (time: SelfTime) => boolean) => ({
    'ms a call': name,
    ...Object.fromEntries(
      profiles.map(({ part, times }) => [part, sumOf(times.filter(keep)).toFixed(3)]),
    ),
    'of the mix, %': ((100 * weighted(profiles, keep)) / all).toFixed(1),
  });
  const groups = [...new Set(profiles.flatMap(({ times }) => times.map(({ group }) => group)))];
  const sorted = groups
    .map((name) => ({ name, ms: weighted(profiles, ({ group }) => group === name) }))
    .toSorted((one, other) => other.ms - one.ms)
    .map(({ name }) => name);
  const shown = sorted.slice(0, GROUPS);
  return [
    ...shown.map((name) => row(name, ({ group }) => group === name)),
    row('the rest', ({ group }) => !shown.includes(group)),
    row('main thread', () => true),
    {
      'ms a call': 'other threads',
      ...Object.fromEntries(
        profiles.map(({ part, otherThreads }) => [part, otherThreads.toFixed(3)]),
      ),
      'of the mix, %': '',
    },
  ];
};

const byFunction = (profiles: readonly Profile[]) => {
  const all = weighted(profiles, () => true);
  const names = new Map<string, { group: string; functionName: string; ms: number }>();
  for (const { part, times } of profiles)
    for (const { group, functionName, ms } of times) {
      const key = `${group} ${functionName}`;
      const sum = names.get(key) ?? { group, functionName, ms: 0 };
      names.set(key, { ...sum, ms: sum.ms + weightOf(part) * ms });
    }
  return [...names.values()]
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, FUNCTIONS)
    .map(({ group, functionName, ms }) => ({
      'where from': group,
      function: functionName.replaceAll('|', '\\|'),
      'of the mix, %': ((100 * ms) / all).toFixed(1),
    }));
};

test.skipIf(postgresUrl === undefined)(
  'where the time of the hot calls goes',
  async () => {
    const system = await openSystem(['--import', PROFILER]);
    const profiles: Profile[] = [];
    for (const [index, part] of PARTS.entries())
      profiles.push(await profilePart(system, part, join(system.dataDir, `${index}.cpuprofile`)));
    for (const rows of [byGroup(profiles), byFunction(profiles)])
      console.log(`${markdownTable(rows)}\n`);
    expect(sumOf(profiles.flatMap(({ times }) => times))).toBeGreaterThan(0);
  },
  30 * MINUTE_MS,
);
