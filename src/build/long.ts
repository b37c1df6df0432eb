import pg from 'pg';
import { buildAll } from './build.ts';
import { isBuilt } from './fingerprint.ts';
import { notRunLines, ranLines, runTests } from './test-results.ts';

const LOCAL_POSTGRES = 'postgres://postgres@127.0.0.1:5432/test';
const CONNECT_TIMEOUT_MS = 3000;

const HELP = `npm run test:long: what needs minutes or root, one test after the other, on the built server:
kills at random moments, a PostgreSQL that is restarted, full disks, a fuzzer.
PostgreSQL is TEST_DATABASE_URL, else the one that answers at ${LOCAL_POSTGRES}.
Ends with what ran, its figures, and what this machine could not run, and why.
Words after -- narrow it down: npm run test:long -- kill`;

const answers = async (connectionString: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};

/** Runs the long tests; exit 1 when one fails. */
export default async (args: string[]): Promise<void> => {
  if (args.includes('--help')) {
    console.log(HELP);
    return;
  }
  if (!isBuilt()) await buildAll();
  if (!process.env['TEST_DATABASE_URL'] && (await answers(LOCAL_POSTGRES)))
    process.env['TEST_DATABASE_URL'] = LOCAL_POSTGRES;
  const results = await runTests('--project=long', '--no-file-parallelism', ...args);
  const hasPostgres = Boolean(process.env['TEST_DATABASE_URL']);
  console.log(['', ...ranLines(results), ...notRunLines(results)].join('\n'));
  console.log(
    hasPostgres
      ? 'Databases: PGlite and PostgreSQL.'
      : 'Databases: PGlite; not PostgreSQL, because TEST_DATABASE_URL is not set and none was found.',
  );
  if (!results.isGreen) process.exitCode = 1;
  console.log(
    `${results.passed} passed, ${Math.max(results.failed, results.isGreen ? 0 : 1)} failed`,
  );
};
