import { buildAll } from '../commands/build.ts';
import type { Arguments, Command, Commands } from '../commands/command-line.ts';
import { findDatabase, findProgram } from '../local-programs.ts';
import { isBuilt } from '../site/fingerprint.ts';
import {
  endWith,
  notRunLines,
  ranLines,
  retriedLines,
  runTests,
  testFilterArguments,
  testFilterOptions,
} from './test-results.ts';

const VISUAL_HELP = `npm run visual: compares every page and every state of every flow with approved pictures, at
390 and 1440 px, light and dark. .cache/visual/index.html shows what differs: was, is, difference.
npm run visual -- --approve  renews tests/visual/approved after an intended change
npm run visual -- pages      only test files whose path contains a word
-t, --testNamePattern <regex>  only tests whose name matches`;

/** Compares or approves the pictures; exit code 1 if one differs or cannot be taken. */
const runLooks = async ({ values, positionals }: Arguments): Promise<void> => {
  if (!isBuilt()) await buildAll();
  if (values['approve']) process.env['VISUAL'] = 'approve';
  const results = await runTests(
    '--project=visual',
    ...testFilterArguments({ values, positionals }),
  );
  for (const line of [...retriedLines(results), ...notRunLines(results)]) console.log(line);
  if (!results.isGreen) console.log('What differs: .cache/visual/index.html');
  endWith(results);
};

const visualCommand: Command = {
  help: VISUAL_HELP,
  options: {
    approve: { type: 'boolean' },
    testNamePattern: testFilterOptions.testNamePattern,
  },
  allowPositionals: true,
  run: runLooks,
};

const ENGINES_HELP = `npm run test:engines: the core journeys in Chromium, Firefox and WebKit, on the built server.
Debian packages: chromium, firefox-esr, webkit2gtk-driver, xvfb. What is not installed is named as
NOT RUN; an installed browser that does not start is a failure.
CHROMIUM_PATH, FIREFOX_PATH and WEBKIT_DRIVER_PATH name other programs than those in PATH.
npm run test:engines -- firefox   only one engine: chromium, firefox, webkit
-t, --testNamePattern <regex>  only tests whose name matches`;

/** Runs the journeys in each engine; exit code 1 if one fails or if no engine is installed. */
const runEngines = async (args: Arguments): Promise<void> => {
  if (!isBuilt()) await buildAll();
  const results = await runTests(
    '--project=engines',
    '--maxWorkers=3',
    ...testFilterArguments(args),
  );
  const lines = [...ranLines(results), ...retriedLines(results), ...notRunLines(results)];
  console.log(['', ...lines].join('\n'));
  const hasRun = results.passed + results.failed > 0;
  if (!hasRun) console.log('No engine ran.');
  endWith({ ...results, isGreen: results.isGreen && hasRun });
};

const enginesCommand: Command = {
  help: ENGINES_HELP,
  options: { testNamePattern: testFilterOptions.testNamePattern },
  allowPositionals: true,
  run: runEngines,
};

const LONG_HELP = `npm run test:long: tests that need minutes or root, one after the other, on the built server:
kill -9 at random moments, a PostgreSQL that restarts, failovers to a synchronous standby (FAILOVERS=3 for fewer),
also by Patroni, servers that restart behind HAProxy and PgBouncer, upgrades (UPGRADE_ROUNDS=1 for fewer), full disks,
a fuzzer.
PostgreSQL is TEST_DATABASE_URL, else the one on 127.0.0.1:5432 if it answers.
Ends with the measured figures of each test, and the tests that did not run with the reason.
npm run test:long -- kill   only test files whose path contains a word
-t, --testNamePattern <regex>  only tests whose name matches`;

/** Upgrades, crashes and ways back in the long tests; `npm run test:upgrade` has one of each. */
const LONG_UPGRADE_ROUNDS = '20';

/** Runs the long tests; exit code 1 if one fails. */
const runLong = async (args: Arguments): Promise<void> => {
  if (!isBuilt()) await buildAll();
  const databaseUrl = await findDatabase();
  process.env['UPGRADE_ROUNDS'] ??= LONG_UPGRADE_ROUNDS;
  const results = await runTests(
    '--project=long',
    '--no-file-parallelism',
    ...testFilterArguments(args),
  );
  console.log(['', ...ranLines(results), ...notRunLines(results)].join('\n'));
  console.log(
    databaseUrl
      ? 'Databases: PGlite and PostgreSQL.'
      : 'Databases: PGlite; not PostgreSQL, because TEST_DATABASE_URL is not set and none was found.',
  );
  endWith(results);
};

const longCommand: Command = {
  help: LONG_HELP,
  options: { testNamePattern: testFilterOptions.testNamePattern },
  allowPositionals: true,
  run: runLong,
};

const UPGRADE_HELP = `npm run test:upgrade: the last release and this build on one database, while people sign up and log in: on
PostgreSQL behind HAProxy, and one after the other on an embedded folder. Forward, back, and with crashes.
Builds the last release: the newest tag, or what UPGRADE_FROM names. UPGRADE_ROUNDS=n repeats all of it.
PostgreSQL is TEST_DATABASE_URL, else the one on 127.0.0.1:5432 if it answers.`;

const upgradeCommand: Command = {
  help: UPGRADE_HELP,
  run() {
    process.env['UPGRADE_ROUNDS'] ??= '1';
    return runLong({ values: {}, positionals: ['tests/long/upgrade'] });
  },
};

const POOLER_HELP = `npm run test:pooler: the server tests on PostgreSQL behind a PgBouncer in transaction mode,
which the tests start and stop. Debian package: pgbouncer.
PostgreSQL is TEST_DATABASE_URL, else the one on 127.0.0.1:5432 if it answers.
Without PgBouncer or PostgreSQL nothing runs, and the summary says so.
npm run test:pooler -- auth   only test files whose path contains a word
-t, --testNamePattern <regex>  only tests whose name matches`;

const missingPart = async (): Promise<string | undefined> => {
  if (findProgram('pgbouncer') === undefined) return 'PgBouncer is not installed';
  return (await findDatabase()) ? undefined : 'no PostgreSQL answers';
};

/** Runs the server tests through PgBouncer; exit code 1 if one fails. */
const runPooled = async (args: Arguments): Promise<void> => {
  const missing = await missingPart();
  if (missing !== undefined) {
    console.log(`NOT RUN the server tests behind PgBouncer: ${missing}\n0 passed, 0 failed`);
    return;
  }
  if (!isBuilt()) await buildAll();
  process.env['TEST_POOLER'] = '1';
  const results = await runTests('--project=server', ...testFilterArguments(args));
  console.log(['', ...notRunLines(results), ...retriedLines(results)].join('\n'));
  endWith(results);
};

const poolerCommand: Command = {
  help: POOLER_HELP,
  options: { testNamePattern: testFilterOptions.testNamePattern },
  allowPositionals: true,
  run: runPooled,
};

export const commands: Commands = {
  'test:long': longCommand,
  'test:pooler': poolerCommand,
  'test:upgrade': upgradeCommand,
  'test:engines': enginesCommand,
  visual: visualCommand,
};
