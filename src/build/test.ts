import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './build.ts';
import { failedChecks } from './check.ts';
import { isBuilt } from './fingerprint.ts';
import { ROOT } from './root.ts';
import { runTool } from './run-tool.ts';

const RESULTS = join(ROOT, '.cache', 'tests.json');

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

const HELP = `npm test: types, lint, unused code, then unit, server, path and browser tests.
With TEST_DATABASE_URL the server tests run on that PostgreSQL too.
Words after -- narrow the tests down: npm test -- tests/server`;

/** A file that broke before its first test counts as one failure. */
const brokenFiles = ({ testResults }: Results): number =>
  testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;

export default async (args: string[]): Promise<void> => {
  if (args.includes('--help')) {
    console.log(HELP);
    return;
  }
  const failed = await failedChecks();
  if (!isBuilt()) await buildAll();
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const isGreen = await runTool(
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${RESULTS}`,
    ...args,
  );
  const results: Results = JSON.parse(readFileSync(RESULTS, 'utf8'));
  const passed = results.numPassedTests + (3 - failed.length);
  const lost = results.numFailedTests + brokenFiles(results) + failed.length;
  console.log(
    process.env['TEST_DATABASE_URL']
      ? 'The server tests ran on PGlite and on PostgreSQL.'
      : 'The server tests ran on PGlite; not on PostgreSQL, because TEST_DATABASE_URL is not set.',
  );
  if (results.numPendingTests > 0) console.log(`${results.numPendingTests} tests did not run.`);
  if (!isGreen || lost > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${Math.max(lost, isGreen ? 0 : 1)} failed`);
};
