import { isBuilt } from '../site/fingerprint.ts';
import { auditPackages } from './audit.ts';
import { buildAll } from './build.ts';
import { CHECK_COUNT, failedChecks } from './check.ts';
import type { Command, Words } from './command-table.ts';
import { testFilterArguments, testFilterOptions } from './test-filter.ts';
import { notRunLines, retriedLines, runTests, slowestLines } from './test-results.ts';

const HELP = `npm test: types, lint, unused code, then unit, server, path and browser tests.
TEST_DATABASE_URL runs the server tests on that PostgreSQL too. TEST_AUDIT=1 adds npm audit.
TEST_RETRIES=1 repeats a failed test once and prints its first failure if it passes then.
TEST_SEED=<seed> repeats a test with random values; its failure prints the seed.
Browser tests that fail leave traces and screenshots in .cache/failures.
npm test -- tests/server   only test files whose path contains a word
--project <name>           only a project of vitest.config.ts: unit, web, server, journeys
-t, --testNamePattern <regex>  only tests whose name matches
Tests that need minutes or root are in npm run test:long, other browsers in npm run test:engines,
approved pictures in npm run looks.`;

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

const runAll = async (words: Words): Promise<void> => {
  const [failedFirst] = await Promise.all([failedChecks(), isBuilt() ? undefined : buildAll()]);
  const results = await runTests(
    ...(words.values['project'] === undefined ? PROJECTS.map((name) => `--project=${name}`) : []),
    ...testFilterArguments(words),
  );
  const audit = await countAudit();
  const passed = results.passed + (CHECK_COUNT - failedFirst.length) + audit.passed;
  const lost = results.failed + failedFirst.length + audit.failed;
  console.log(
    process.env['TEST_DATABASE_URL']
      ? 'The server tests ran on PGlite and on PostgreSQL.'
      : 'The server tests ran on PGlite; not on PostgreSQL, because TEST_DATABASE_URL is not set.',
  );
  const notRun = notRunLines(results);
  if (notRun.length > NAMED_MAX) console.log(`${notRun.length} tests did not run.`);
  else for (const line of notRun) console.log(line);
  for (const line of retriedLines(results)) console.log(line);
  console.log('The slowest files:');
  for (const line of slowestLines(results)) console.log(line);
  if (!results.isGreen || lost > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${Math.max(lost, results.isGreen ? 0 : 1)} failed`);
};

export const command: Command = {
  help: HELP,
  options: testFilterOptions,
  allowPositionals: true,
  run: runAll,
};
