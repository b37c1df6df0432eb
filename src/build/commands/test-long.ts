import { localPostgres } from '../services/local-postgres.ts';
import { isBuilt } from '../site/fingerprint.ts';
import { buildAll } from './build.ts';
import type { Command, Words } from './command-table.ts';
import { testFilterArguments, testFilterOptions } from './test-filter.ts';
import { endWith, notRunLines, ranLines, runTests } from './test-results.ts';

const HELP = `npm run test:long: tests that need minutes or root, one after the other, on the built server:
kill -9 at random moments, a PostgreSQL that restarts, failovers to a synchronous standby (FAILOVERS=3 for fewer),
servers that restart behind HAProxy and PgBouncer, full disks, a fuzzer.
PostgreSQL is TEST_DATABASE_URL, else the one on 127.0.0.1:5432 if it answers.
Ends with the measured figures of each test, and the tests that did not run with the reason.
npm run test:long -- kill   only test files whose path contains a word
-t, --testNamePattern <regex>  only tests whose name matches`;

/** Runs the long tests; exit code 1 if one fails. */
const runLong = async (words: Words): Promise<void> => {
  if (!isBuilt()) await buildAll();
  const databaseUrl = process.env['TEST_DATABASE_URL'] || (await localPostgres());
  if (databaseUrl) process.env['TEST_DATABASE_URL'] = databaseUrl;
  const results = await runTests(
    '--project=long',
    '--no-file-parallelism',
    ...testFilterArguments(words),
  );
  console.log(['', ...ranLines(results), ...notRunLines(results)].join('\n'));
  console.log(
    databaseUrl
      ? 'Databases: PGlite and PostgreSQL.'
      : 'Databases: PGlite; not PostgreSQL, because TEST_DATABASE_URL is not set and none was found.',
  );
  endWith(results);
};

export const command: Command = {
  help: HELP,
  options: { testNamePattern: testFilterOptions.testNamePattern },
  allowPositionals: true,
  run: runLong,
};
