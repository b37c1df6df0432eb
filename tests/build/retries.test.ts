import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { failedLines, retriedLines } from '#build/testing/test-results.ts';

const TESTS = `
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomSeed } from '#tests/support/random-seed.ts';
let tries = 0;
test('fails once', () => expect((tries += 1)).toBe(2));
let draws = 0;
test('draws (and fails) once', { tags: 'random' }, () => {
  randomSeed();
  expect((draws += 1)).toBe(2);
});
test('draws without the tag', () => void randomSeed());
test('finds', { tags: 'random' }, () =>
  fc.assert(fc.property(fc.constant(7), (n) => expect(n).toBe(8)), { seed: randomSeed() }));
`;
const CONFIG = `
import config from '../../vitest.config.ts';
const { retry, tags, projects: [unit] } = config.test;
const { setupFiles } = unit.test;
export default { test: { retry, tags, setupFiles, root: '${ROOT}', include: ['**/.cache/retries/*.test.ts'] } };
`;
const SEED = '20261121';

/** Inside the repository, where packages and import aliases are found. */
const folder = join(ROOT, '.cache', 'retries');
let results: Parameters<typeof retriedLines>[0]['tests'];
let output: string;

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'some.test.ts'), TESTS);
  writeFileSync(join(folder, 'vitest.config.ts'), CONFIG);
  const report = join(folder, 'report.json');
  const { stdout, stderr } = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'vitest'),
    [
      'run',
      `--config=${join(folder, 'vitest.config.ts')}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, TEST_RETRIES: '1', TEST_SEED: SEED, NO_COLOR: '1' },
    },
  );
  output = stdout + stderr;
  results = JSON.parse(readFileSync(report, 'utf8')).testResults[0].assertionResults;
});
afterAll(() => rmSync(folder, { recursive: true }));

const statusOf = (name: string) => results.find(({ fullName }) => fullName === name)?.status;

test('a test that passes on its retry is reported with its first failure', () => {
  expect(statusOf('fails once')).toBe('passed');
  const lines = retriedLines({ tests: results });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^PASSED ON RETRY fails once\n {2}expected 1 to be 2/);
  expect(lines[0]).toContain('some.test.ts:6:');
});

test('what failed is named with its first line', () => {
  expect(failedLines({ tests: results })).toContainEqual(
    expect.stringMatching(/^draws \(and fails\) once: .*expected/),
  );
});

test('what a failed property found is named in one line', () => {
  expect(failedLines({ tests: results })).toContainEqual(
    expect.stringMatching(/^finds: .*Counterexample: \[7\].*expected 7 to be 8/),
  );
});

test('a test with random values is not retried, and its failure says how to repeat it', () => {
  expect(statusOf('draws (and fails) once')).toBe('failed');
  expect(output).toContain(
    `Repeat it: TEST_SEED=${SEED} npx vitest run .cache/retries/some.test.ts -t 'draws .and fails. once'`,
  );
});

test('a test with random values that lacks the tag fails', () => {
  expect(statusOf('draws without the tag')).toBe('failed');
  expect(output).toContain("Add { tags: 'random' }");
});
