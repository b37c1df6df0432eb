import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../root.ts';
import { runTool } from './run-tool.ts';

const SLOWEST_COUNT = 10;
const RESULTS = join(ROOT, '.cache', 'tests.json');

interface Result {
  fullName: string;
  status: string;
  duration?: number;
  failureMessages?: string[];
  /** `task.meta` as the tests fill it (tests/support/skip-reporter.ts, retry-reporter.ts). */
  meta: { notRun?: string; figures?: Record<string, unknown>; firstFailure?: string };
}

/** Summary of Vitest's JSON report. */
export interface Results {
  isGreen: boolean;
  passed: number;
  /** A file that fails before its first test counts as one. */
  failed: number;
  tests: Result[];
  files: FileResult[];
}

interface FileResult {
  /** Path from the top level of the project. */
  name: string;
  seconds: number;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    /** Milliseconds since 1970. */
    startTime: number;
    endTime: number;
    assertionResults: Result[];
  }[];
}

/** Reads the JSON report of a run; throws if there is none. */
export const readResults = (file: string, isGreen: boolean): Results => {
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    isGreen,
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    tests: report.testResults.flatMap(({ assertionResults }) => assertionResults),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(ROOT, name),
      seconds: Math.round((endTime - startTime) / 1000),
    })),
  };
};

/** Arguments of Vitest for a run that also writes a JSON report into `file`. */
export const runArguments = (file: string): string[] => [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${file}`,
];

/** Runs Vitest with these arguments, with its output on the terminal. */
export const runTests = async (...args: string[]): Promise<Results> => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const isGreen = await runTool('vitest', ...runArguments(RESULTS), ...args);
  return readResults(RESULTS, isGreen);
};

/** One line per skipped test, with the reason if the test gives one. */
export const notRunLines = ({ tests }: Pick<Results, 'tests'>): string[] =>
  tests
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName, meta }) => `NOT RUN ${fullName}${meta.notRun ? `: ${meta.notRun}` : ''}`);

/** Each test that passed only after a retry, with its first failure. */
export const retriedLines = ({ tests }: Pick<Results, 'tests'>): string[] =>
  tests
    .filter(({ status, meta }) => status === 'passed' && meta.firstFailure !== undefined)
    .map(({ fullName, meta }) =>
      `PASSED ON RETRY ${fullName}\n${meta.firstFailure}`.replaceAll('\n', '\n  '),
    );

/** The files that took longest, slowest first. */
export const slowestLines = ({ files }: Pick<Results, 'files'>): string[] =>
  files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_COUNT)
    .map(({ name, seconds }) => `${String(seconds).padStart(4)} s  ${name}`);

/** One line per test that ran: status, name, seconds, measured figures. */
export const ranLines = ({ tests }: Pick<Results, 'tests'>): string[] =>
  tests
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ fullName, status, duration = 0, meta }) => {
      const figures = Object.entries(meta.figures ?? {}).map(([name, value]) => `${name} ${value}`);
      const seconds = Math.round(duration / 1000);
      return [`${status}  ${fullName}: ${seconds} s`, ...figures].join(', ');
    });

/** Prints the verdict of a run; exit code 1 if it is not green. */
export const endWith = ({
  passed,
  failed,
  isGreen,
}: Pick<Results, 'passed' | 'failed' | 'isGreen'>): void => {
  if (!isGreen) process.exitCode = 1;
  console.log(`${passed} passed, ${Math.max(failed, isGreen ? 0 : 1)} failed`);
};
