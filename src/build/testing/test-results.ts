import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MS_PER_S } from '#contract/durations.ts';
import type { Arguments } from '../commands/command-line.ts';
import { runTool } from '../local-programs.ts';
import { ROOT } from '../root.ts';

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
  /** Tests that a filter has left out. */
  skipped: number;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
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
    tests: [
      ...report.testResults.flatMap(({ assertionResults }) => assertionResults),
      ...broken.map(({ name, message }) => ({
        fullName: relative(ROOT, name),
        status: 'failed',
        failureMessages: [message],
        meta: {},
      })),
    ],
    files: report.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
      name: relative(ROOT, name),
      skipped: assertionResults.filter(isFiltered).length,
      seconds: Math.round((endTime - startTime) / MS_PER_S),
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

const isSkipped = ({ status }: Result) => status === 'skipped' || status === 'pending';
/** Whether a filter has left a test out. A test that cannot run on this machine says why. */
const isFiltered = (test: Result) => isSkipped(test) && test.meta.notRun === undefined;

/** One line per test that this machine cannot run, with the reason. */
export const notRunLines = ({ tests }: Pick<Results, 'tests'>): string[] =>
  tests
    .filter((test) => isSkipped(test) && !isFiltered(test))
    .map(({ fullName, meta }) => `NOT RUN ${fullName}: ${meta.notRun}`);

/** The tag of tests that npm test leaves to npm run test:all. */
export const FURTHER_TAG = 'further';
/** Vitest's argument that leaves them out. */
export const WITHOUT_FURTHER = `--tagsFilter=!${FURTHER_TAG}`;

/** How many tests of each file only run in npm run test:all, and their sum. */
export const furtherLines = ({ tests, files }: Pick<Results, 'tests' | 'files'>): string[] => {
  const counts = files.flatMap(({ name, skipped }) =>
    skipped > 0 ? [`  ${name}: ${skipped}`] : [],
  );
  const sum = tests.filter(isFiltered).length;
  return sum === 0
    ? []
    : [
        `Only npm run test:all runs ${sum} tests: further conditions, charts’ paths in the browser, faults from outside:`,
        ...counts,
      ];
};

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
      const seconds = Math.round(duration / MS_PER_S);
      return [`${status}  ${fullName}: ${seconds} s`, ...figures].join(', ');
    });

/** Lines of a failed property with its seed, its counterexample and the error of that. */
const PROPERTY_LINES = 8;

/** What a failure says first. */
const firstWords = ([message = '']: readonly string[]): string =>
  message
    .split('\n', message.includes('Property failed') ? PROPERTY_LINES : 1)
    .filter((line) => line !== '')
    .join(' ');

/** Each failed test, with what it says first. */
export const failedLines = ({ tests }: Pick<Results, 'tests'>): string[] =>
  tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages = [] }) => `${fullName}: ${firstWords(failureMessages)}`);

/** Prints what failed and the verdict of a run; exit code 1 if it is not green. */
export const endWith = ({
  passed,
  failed,
  isGreen,
  tests = [],
}: Pick<Results, 'passed' | 'failed' | 'isGreen'> & { tests?: Results['tests'] }): void => {
  for (const line of failedLines({ tests })) console.log(`FAILED  ${line}`);
  if (!isGreen) process.exitCode = 1;
  console.log(`${passed} passed, ${Math.max(failed, isGreen ? 0 : 1)} failed`);
};

/** Options that select tests, named as Vitest names them. */
export const testFilterOptions = {
  project: { type: 'string', multiple: true },
  testNamePattern: { type: 'string', short: 't' },
} as const;

export const projectArgument = (name: unknown) => `--project=${name}`;

/** The same selection as arguments of Vitest: file name filters, projects and a name pattern. */
export const testFilterArguments = ({ values, positionals }: Arguments): string[] => {
  const { project = [], testNamePattern } = values;
  return [
    ...[project].flat().map(projectArgument),
    ...(testNamePattern === undefined ? [] : [`--testNamePattern=${testNamePattern}`]),
    ...positionals,
  ];
};
