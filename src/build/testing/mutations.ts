import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { MINUTE_MS } from '#contract/durations.ts';
import { ROOT } from '../root.ts';

/** A fault that a test must notice: one replacement in a source file. */
export interface Mutation {
  /** What is wrong with it, as a user or a client would say it. */
  name: string;
  /** The source file, from the top level of the project. */
  file: string;
  /** The text that is replaced. It occurs once in the file. */
  from: string;
  to: string;
  /** The test files that should notice. */
  tests: string[];
  /** Vitest's name pattern, if only some tests of the files concern it. */
  only?: string;
  /** Whether the tests run the built server or the built site. */
  needsBuild?: true;
  /** Why no test notices. Without a reason, a surviving mutation is a failure. */
  survivesBecause?: string;
}

/**
 * The text of a file with the mutation.
 *
 * @throws if the mutation does not apply: the replaced text is missing or ambiguous
 */
export const mutate = (text: string, { file, from, to }: Mutation): string => {
  const count = text.split(from).length - 1;
  if (count !== 1) throw new Error(`${file} has ${count} times instead of once: ${from}`);
  return text.replace(from, () => to);
};

/** Enough for a build and a file of browser tests on a busy machine. */
const TIMEOUT_MS = 10 * MINUTE_MS;
/** Tests of a fault often wait for a condition that never becomes true. */
const TEST_TIMEOUT_MS = MINUTE_MS;
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

/** `survived` is as expected if the mutation has a reason; `error`: the tests say nothing. */
export type Verdict = 'caught' | 'survived' | 'error';

/** What a run of the tests says about the mutation. A run without a test is an error. */
export const verdictOf = ({ passed, failed, isGreen }: Omit<TestOutcome, 'output'>): Verdict => {
  if (failed > 0) return 'caught';
  return isGreen && passed > 0 ? 'survived' : 'error';
};

/** One line about a mutation. */
export const verdictLine = ({ name, file }: Mutation, verdict: Verdict, seconds: number): string =>
  `${verdict === 'survived' ? 'SURVIVED' : verdict.padEnd(8)}  ${name} (${file}, ${seconds} s)`;

/** Whether a verdict is a failure of the run: an error, or a survivor without a reason. */
export const isFailure = ({ survivesBecause }: Mutation, verdict: Verdict): boolean =>
  verdict === 'error' || (verdict === 'survived' && survivesBecause === undefined);

/** The count, then the survivors with their reasons, then reasons that are out of date. */
export const summaryLines = (verdicts: readonly (readonly [Mutation, Verdict])[]): string[] => {
  const having = (wanted: Verdict) => verdicts.filter(([, verdict]) => verdict === wanted);
  return [
    `${having('caught').length} of ${verdicts.length} caught`,
    ...having('survived').map(
      ([{ name, survivesBecause }]) =>
        `SURVIVED  ${name}: ${survivesBecause ?? 'no test notices, and no reason is given'}`,
    ),
    ...having('caught')
      .filter(([{ survivesBecause }]) => survivesBecause !== undefined)
      .map(([{ name }]) => `caught    ${name}: remove its survivesBecause`),
  ];
};

const COPY = join(ROOT, '.cache', 'mutations');
/** What is not copied. The packages are linked. */
const OMITTED = new Set(['.cache', '.data', '.git', 'dist', 'node_modules']);

/** Copies the project, with its uncommitted changes, and returns the folder of the copy. */
export const copyProject = (): string => {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  for (const name of readdirSync(ROOT))
    if (!OMITTED.has(name)) cpSync(join(ROOT, name), join(COPY, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'), 'junction');
  return COPY;
};

/**
 * Runs `work` while the copied file is mutated.
 *
 * @throws if the mutation does not apply
 */
export const withMutation = async <Result>(
  copy: string,
  mutation: Mutation,
  work: () => Promise<Result>,
): Promise<Result> => {
  const file = join(copy, mutation.file);
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, mutate(original, mutation));
  try {
    return await work();
  } finally {
    writeFileSync(file, original);
  }
};
