import { findProgram } from '../services/find-program.ts';
import { localPostgres } from '../services/local-postgres.ts';
import { isBuilt } from '../site/fingerprint.ts';
import { buildAll } from './build.ts';
import type { Command, Words } from './command-table.ts';
import { testFilterArguments, testFilterOptions } from './test-filter.ts';
import { endWith, notRunLines, retriedLines, runTests } from './test-results.ts';

const HELP = `npm run test:pooler: the server tests on PostgreSQL behind a PgBouncer in transaction mode,
which the tests start and stop. Debian package: pgbouncer.
PostgreSQL is TEST_DATABASE_URL, else the one on 127.0.0.1:5432 if it answers.
Without PgBouncer or PostgreSQL nothing runs, and the summary says so.
npm run test:pooler -- auth   only test files whose path contains a word
-t, --testNamePattern <regex>  only tests whose name matches`;

const missingPart = async (): Promise<string | undefined> => {
  if (findProgram('pgbouncer') === undefined) return 'PgBouncer is not installed';
  const databaseUrl = process.env['TEST_DATABASE_URL'] || (await localPostgres());
  if (!databaseUrl) return 'no PostgreSQL answers';
  process.env['TEST_DATABASE_URL'] = databaseUrl;
  return undefined;
};

/** Runs the server tests through PgBouncer; exit code 1 if one fails. */
const runPooled = async (words: Words): Promise<void> => {
  const missing = await missingPart();
  if (missing !== undefined) {
    console.log(`NOT RUN the server tests behind PgBouncer: ${missing}\n0 passed, 0 failed`);
    return;
  }
  if (!isBuilt()) await buildAll();
  process.env['TEST_POOLER'] = '1';
  const results = await runTests('--project=server', ...testFilterArguments(words));
  console.log(['', ...notRunLines(results), ...retriedLines(results)].join('\n'));
  endWith(results);
};

export const command: Command = {
  help: HELP,
  options: { testNamePattern: testFilterOptions.testNamePattern },
  allowPositionals: true,
  run: runPooled,
};
