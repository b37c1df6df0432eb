import { auditPackages } from './audit.ts';
import { buildAll } from './build.ts';
import { CHECK_COUNT, failedChecks } from './check.ts';
import { isBuilt } from './fingerprint.ts';
import { notRunLines, runTests, triedAgainLines } from './test-results.ts';

const HELP = `npm test: types, lint, unused code, then unit, server, path and browser tests.
With TEST_DATABASE_URL the server tests run on that PostgreSQL too, with TEST_AUDIT=1 the registry
is asked for known weaknesses of the packages; with TEST_RETRIES=1 a test that fails is tried once
more, and named if it passes then.
Words after -- narrow the tests down: npm test -- tests/server
What needs minutes or root is in npm run test:long.`;

/** What the registry says of the packages, where the settings ask for it: a check that may not run. */
const countAudit = async (): Promise<{ passed: number; failed: number }> => {
  if (!process.env['TEST_AUDIT']) return { passed: 0, failed: 0 };
  const { outcome } = await auditPackages();
  return { passed: outcome === 'clean' ? 1 : 0, failed: outcome === 'found' ? 1 : 0 };
};

// More than these are left out by whoever narrows the tests down by name.
const NAMED_MAX = 20;

export default async (args: string[]): Promise<void> => {
  if (args.includes('--help')) {
    console.log(HELP);
    return;
  }
  const failedFirst = await failedChecks();
  if (!isBuilt()) await buildAll();
  const results = await runTests('--project=!long', ...args);
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
  for (const line of triedAgainLines(results)) console.log(line);
  if (!results.isGreen || lost > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${Math.max(lost, results.isGreen ? 0 : 1)} failed`);
};
