import { execFile } from 'node:child_process';
import { buildAll } from '../commands/build.ts';
import type { Arguments, Command, Commands } from '../commands/command-line.ts';
import { runTool } from '../local-programs.ts';
import { ROOT } from '../root.ts';
import { isBuilt } from '../site/fingerprint.ts';
import { auditPackages } from './audit.ts';
import { changedFiles, findChangedTests } from './changed-tests.ts';
import {
  endWith,
  furtherLines,
  notRunLines,
  projectArgument,
  type Results,
  retriedLines,
  runTests,
  slowestLines,
  testFilterArguments,
  testFilterOptions,
  WITHOUT_FURTHER,
} from './test-results.ts';

/** What the work tree is compared with. */
const NEWEST_COMMIT = 'HEAD';

const TEST_HELP = `npm test: types, lint, unused code, then unit, server, path and browser tests: the rules in their main
condition. npm run test:all adds further fonts, widths and colour schemes, PostgreSQL, paths in the browser, faults.
TEST_DATABASE_URL is the PostgreSQL of test:all. TEST_AUDIT=1 adds npm audit.
TEST_SEED=<seed> repeats a test with random values; its failure prints the seed.
Browser tests that fail leave traces and screenshots in .cache/failures.
npm test -- tests/server   only test files whose path contains a word, in every condition
--project <name>           only a project of vitest.config.ts: unit, web, server, journeys
-t, --testNamePattern <regex>  only tests whose name matches
--changed[=<commit>]       only test files that can notice what differs from a commit, by default HEAD
--explain                  the same, with one line for each file: why it runs
A selection builds what it needs; the formatter is reported apart.
Tests that need minutes or root are in npm run test:long, other browsers in npm run test:engines,
approved pictures in npm run visual.`;

/** Runs npm audit if TEST_AUDIT is set; a registry that does not answer counts as neither. */
const countAudit = async (): Promise<{ passed: number; failed: number }> => {
  if (!process.env['TEST_AUDIT']) return { passed: 0, failed: 0 };
  const { outcome } = await auditPackages();
  return { passed: outcome === 'clean' ? 1 : 0, failed: outcome === 'found' ? 1 : 0 };
};

/** A longer list comes from a name filter, so it is counted and not printed. */
const NAMED_MAX = 20;

/** The projects of vitest.config.ts that need nothing beside the packages. */
const PROJECTS = ['unit', 'web', 'server', 'journeys'];

/** Prints the tests that did not run, the slowest files, and the retries. */
const printDetails = (results: Results): void => {
  const notRun = notRunLines(results);
  if (notRun.length > NAMED_MAX) console.log(`${notRun.length} tests did not run.`);
  else for (const line of notRun) console.log(line);
  for (const line of retriedLines(results)) console.log(line);
  console.log('The slowest files:');
  for (const line of slowestLines(results)) console.log(line);
};

/** Runs the selected tests in every condition. */
const runSelected = (args: Arguments): Promise<void> =>
  runFiles(
    ...(args.values['project'] === undefined ? PROJECTS.map(projectArgument) : []),
    ...testFilterArguments(args),
  );

/** Runs Vitest with a selection of tests. The formatter says its part, and does not decide. */
const runFiles = async (...selection: string[]): Promise<void> => {
  const results = await runTests(...selection);
  printDetails(results);
  if (!(await runTool('biome', 'format', '--reporter=summary', '.')))
    console.log('Not formatted, which fails npm run check: npx biome check --write');
  endWith(results);
};

/** The changed files; undefined, with what git says on stderr and an exit code, if git cannot tell. */
const filesChangedSince = (commit: string): string[] | undefined => {
  try {
    return changedFiles(commit);
  } catch (error) {
    console.error(`npm test -- --changed: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    return undefined;
  }
};

/** Runs the test files that can notice a change, in the main condition; other words narrow them. */
const runChanged = async ({ values, positionals }: Arguments): Promise<void> => {
  const projects = [values['project'] ?? PROJECTS].flat().map(String);
  const changed = filesChangedSince(String(values['changed'] ?? NEWEST_COMMIT));
  if (!changed) return;
  const { selected, total, unrecorded } = await findChangedTests(changed, projects, positionals);
  if (unrecorded > 0)
    console.log(
      `What pages load is not recorded for ${unrecorded} test files, which run for any page. Passing tests record it.`,
    );
  if (values['explain']) for (const { file, reason } of selected) console.log(`${file}: ${reason}`);
  console.log(
    `Changed files: ${changed.length}. Test files that can notice: ${selected.length} of ${total}.`,
  );
  if (selected.length === 0) return;
  delete process.env['TEST_DATABASE_URL'];
  await runFiles(
    WITHOUT_FURTHER,
    ...testFilterArguments({ values: { ...values, project: projects }, positionals: [] }),
    ...selected.map(({ file }) => file),
  );
};

/** Runs `npm run check`, which leaves a processor idle most of its time. What it says of a fault is printed at once. */
const checkSources = (): Promise<boolean> =>
  new Promise((resolve) => {
    execFile('npm', ['run', '--silent', 'check'], { cwd: ROOT }, (error, stdout, stderr) => {
      if (error) console.error(`${stdout}${stderr}`);
      resolve(error === null);
    });
  });

/** Runs the checks beside all tests, in their main condition or in every one. */
const runAll = async (isInEveryCondition: boolean): Promise<void> => {
  if (!isInEveryCondition) delete process.env['TEST_DATABASE_URL'];
  const databaseUrl = process.env['TEST_DATABASE_URL'];
  const checked = checkSources();
  if (!isBuilt()) await buildAll();
  const results = await runTests(
    ...PROJECTS.map(projectArgument),
    ...(isInEveryCondition ? [] : [WITHOUT_FURTHER]),
  );
  const isClean = await checked;
  console.log(`${isClean ? 'clean ' : 'FAILED'}  types, lint and format, unused code`);
  const audit = await countAudit();
  const passed = results.passed + (isClean ? 1 : 0) + audit.passed;
  const lost = results.failed + (isClean ? 0 : 1) + audit.failed;
  console.log(
    databaseUrl
      ? 'The server tests ran on PGlite and on PostgreSQL.'
      : `The server tests ran on PGlite; not on PostgreSQL, ${isInEveryCondition ? 'because TEST_DATABASE_URL is not set' : 'which npm run test:all adds'}.`,
  );
  if (!isInEveryCondition) for (const line of furtherLines(results)) console.log(line);
  printDetails(results);
  endWith({ ...results, passed, failed: lost, isGreen: results.isGreen && lost === 0 });
};

const testCommand: Command = {
  help: TEST_HELP,
  options: {
    ...testFilterOptions,
    changed: { type: 'string' },
    explain: { type: 'boolean' },
  },
  withoutValue: { changed: NEWEST_COMMIT },
  allowPositionals: true,
  run(args) {
    const { changed, explain } = args.values;
    if (changed !== undefined || explain) return runChanged(args);
    return testFilterArguments(args).length > 0 ? runSelected(args) : runAll(false);
  },
};

const testAllCommand: Command = {
  help: `npm run test:all: npm test, with further conditions: fonts, widths and colour schemes, text at 200 %, the second
database (TEST_DATABASE_URL), faults from outside such as a server that is killed or a browser without storage. npm test -- --help says the rest.`,
  run: () => runAll(true),
};

export const commands: Commands = { test: testCommand, 'test:all': testAllCommand };
