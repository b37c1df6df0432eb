import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../root.ts';

/** Enough for a build and a file of browser tests on a busy machine. */
const TIMEOUT_MS = 10 * 60_000;
/** Tests of a fault often wait for a condition that never becomes true. */
const TEST_TIMEOUT_MS = 60_000;
const OUTPUT_LINES = 15;

/** The variables that choose other databases, retries or seeds. */
const TEST_VARIABLE = /^(?:TEST_|FUZZ_|VITE_)/;

interface TestRun {
  /** The project's folder or its copy. */
  folder: string;
  /** Test files, relative to the folder. */
  files: string[];
  /** Vitest's name pattern. */
  only?: string | undefined;
  /** Whether to skip the rebuild of a stale build. */
  keepsBuild?: boolean;
}

export interface TestOutcome {
  passed: number;
  failed: number;
  isGreen: boolean;
  /** The end of Vitest's output. */
  output: string;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
}

const readReport = (file: string): Report => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Vitest ended before its first test.
    return { numPassedTests: 0, numFailedTests: 0 };
  }
};

const environment = (keepsBuild: boolean) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !TEST_VARIABLE.test(name))),
  NO_COLOR: '1',
  ...(keepsBuild && { TEST_BUILD: 'keep' }),
});

/** Runs test files on the embedded database, until the first test fails. */
export const runTests = async ({
  folder,
  files,
  only,
  keepsBuild = false,
}: TestRun): Promise<TestOutcome> => {
  const reportFile = join(folder, '.cache', 'mutation-tests.json');
  rmSync(reportFile, { force: true });
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--bail=1',
      `--testTimeout=${TEST_TIMEOUT_MS}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...(only === undefined ? [] : [`--testNamePattern=${only}`]),
      ...files,
    ],
    { cwd: folder, env: environment(keepsBuild), timeout: TIMEOUT_MS },
  );
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const { numPassedTests: passed, numFailedTests: failed } = readReport(reportFile);
  const lines = `${output}${errors}`.trimEnd().split('\n').slice(-OUTPUT_LINES);
  return { passed, failed, isGreen: code === 0, output: lines.join('\n') };
};
