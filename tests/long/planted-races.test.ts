import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyProject, type Mutation, runTests, withMutation } from '#build/mutations.ts';
import type { RaceRecord } from '#tests/support/races/check-races.ts';
import { raceMutations } from '../mutations/races.ts';

/** Random runs until a race is found. Most are found much earlier. */
const RUNS = 1500;
const STEPS_MAX = 6;

const folder = copyProject();
const found: Record<string, string> = {};

/** Plays random runs on the product with a planted race, and returns what the failure has left. */
const find = async (mutation: Mutation): Promise<RaceRecord | undefined> => {
  const records = join(folder, '.cache', 'races');
  rmSync(records, { recursive: true, force: true });
  mkdirSync(records, { recursive: true });
  await withMutation(folder, mutation, () =>
    runTests({ folder, files: ['tests/races/random-races.test.ts'], keepsBuild: true }),
  );
  const [file] = readdirSync(records);
  return file === undefined ? undefined : JSON.parse(readFileSync(join(records, file), 'utf8'));
};

process.env['RACES_RUNS'] = String(RUNS);
afterAll(() => {
  delete process.env['RACES_RUNS'];
});

test.each(raceMutations)('found and shrunk: $name', async (mutation) => {
  const record = await find(mutation);
  expect(record?.faults).not.toEqual([]);
  found[mutation.name] = `${record?.path?.split(':')[0]} runs, ${record?.race.steps.length} steps`;
  console.log(`${mutation.name}: ${found[mutation.name]}`);
  expect(record?.race.steps.length).toBeLessThanOrEqual(STEPS_MAX);
});
