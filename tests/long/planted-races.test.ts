import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { copyProject, type Mutation, runTests, withMutation } from '#build/testing/mutations.ts';
import type { RaceRecord } from '#tests/support/races/check-races.ts';
import { raceMutations } from '#tests/support/races/planted.ts';

/** Random runs until a race is found. Most are found much earlier. */
const RUNS = 400;
const STEPS_MAX = 6;
const TEST = 'tests/journeys/faults/random-races.test.ts';

let folder: string;
beforeAll(() => {
  folder = copyProject();
  process.env['RACES_RUNS'] ??= String(RUNS);
});
afterAll(() => {
  delete process.env['RACES_RUNS'];
});

/** Plays random runs on the product with a planted race, and returns what the failure has left. */
const find = async (mutation: Mutation): Promise<RaceRecord | undefined> => {
  const records = join(folder, '.cache', 'races');
  rmSync(records, { recursive: true, force: true });
  mkdirSync(records, { recursive: true });
  // The tests run the server from its source, and the site as it was built.
  const isInServer = mutation.file.startsWith('src/server/');
  if (isInServer) cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  await withMutation(folder, mutation, () =>
    runTests({ folder, files: [TEST], keepsBuild: isInServer }),
  );
  const [file] = readdirSync(records);
  return file === undefined ? undefined : JSON.parse(readFileSync(join(records, file), 'utf8'));
};

test.each(raceMutations)('found and shrunk: $name', async (mutation) => {
  const record = await find(mutation);
  const steps = record?.race.steps.length;
  console.log(
    `${mutation.name}: ${record?.runs} runs, ${steps} steps, ${record?.faults.join(' ')}`,
  );
  expect(record?.faults).not.toBeUndefined();
  expect(steps).toBeLessThanOrEqual(STEPS_MAX);
});
