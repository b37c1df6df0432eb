import { isBuilt } from '../site/fingerprint.ts';
import { auditPackages } from './audit.ts';
import { buildAll } from './build.ts';
import { CHECK_COUNT, failedChecks } from './check.ts';
import type { Command, Words } from './command-table.ts';
import { runInFurtherBrowsers } from './test-browsers.ts';
import { testFilterOptions, testFilterWords } from './test-filter.ts';
import { notRunLines, type Results, retriedLines, runTests } from './test-results.ts';

const HELP = `npm test: types, lint, unused code, then unit, server, path and browser tests.
TEST_DATABASE_URL runs the server tests on that PostgreSQL too. TEST_AUDIT=1 adds npm audit.
TEST_BROWSERS=/usr/bin/chromium runs the main journeys in that browser too.
TEST_RETRIES=1 repeats a failed test once and names it if it passes then.
npm test -- tests/server   only test files whose path contains a word
--project <name>           only a project of vitest.config.ts: unit, server, journeys
-t, --testNamePattern <regex>  only tests whose name matches
Tests that need minutes or root are in npm run test:long.`;

/** Runs npm audit if TEST_AUDIT is set; a registry that does not answer counts as neither. */
const countAudit = async (): Promise<{ passed: number; failed: number }> => {
  if (!process.env['TEST_AUDIT']) return { passed: 0, failed: 0 };
  const { outcome } = await auditPackages();
  return { passed: outcome === 'clean' ? 1 : 0, failed: outcome === 'found' ? 1 : 0 };
};

/** A longer list comes from a name filter, so it is counted and not printed. */
const NAMED_MAX = 20;

const sum = (runs: Results[], count: 'passed' | 'failed'): number =>
  runs.reduce((total, run) => total + run[count], 0);

const runAll = async (words: Words): Promise<void> => {
  const failedFirst = await failedChecks();
  if (!isBuilt()) await buildAll();
  const results = await runTests(
    ...(words.values['project'] === undefined ? ['--project=!long'] : []),
    ...testFilterWords(words),
  );
  const isWhole = words.positionals.length === 0 && Object.keys(words.values).length === 0;
  const further = isWhole ? await runInFurtherBrowsers() : { runs: [], lines: [] };
  const all = [results, ...further.runs];
  const audit = await countAudit();
  const passed = sum(all, 'passed') + (CHECK_COUNT - failedFirst.length) + audit.passed;
  const lost = sum(all, 'failed') + failedFirst.length + audit.failed;
  console.log(
    process.env['TEST_DATABASE_URL']
      ? 'The server tests ran on PGlite and on PostgreSQL.'
      : 'The server tests ran on PGlite; not on PostgreSQL, because TEST_DATABASE_URL is not set.',
  );
  for (const line of further.lines) console.log(line);
  const notRun = all.flatMap(notRunLines);
  if (notRun.length > NAMED_MAX) console.log(`${notRun.length} tests did not run.`);
  else for (const line of notRun) console.log(line);
  for (const line of all.flatMap(retriedLines)) console.log(line);
  const isGreen = all.every((one) => one.isGreen);
  if (!isGreen || lost > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${Math.max(lost, isGreen ? 0 : 1)} failed`);
};

export const command: Command = {
  help: HELP,
  options: testFilterOptions,
  allowPositionals: true,
  run: runAll,
};
