import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { ROOT } from '../root.ts';
import { fromTop, readDependencies, type TestDependencies } from './test-dependencies.ts';
import { FURTHER_TAG } from './test-results.ts';

/** A test file that can notice a change, and why. */
export interface Selected {
  /** From the top folder. */
  file: string;
  /** `imports src/contract/email.ts`. */
  reason: string;
}

/** What starts the built server in a process of its own. */
const SERVER_PROCESS = 'tests/support/faults/server-process.ts';
/** Builds before the tests, so that what it imports is the site's, not each test's. */
const GLOBAL_BUILD = 'tests/support/build-site.ts';

/** What the site and the server are built from. */
const BUILT = ['machines/', 'src/', 'public/', 'index.html', 'vite.config.ts'];

/** What `npm run paths` runs. */
const COMMAND = ['src/build/run.js', 'src/build/commands/command-', 'src/paths/', 'src/charts/'];

/** What test files read or start without importing it. Both are beginnings of paths. */
export const READERS: [tests: string, read: string[]][] = [
  ['tests/build/', ['']],
  ['tests/chart-paths/consent.test.ts', ['vite.config.ts']],
  ['tests/chart-paths/payment.test.ts', ['vite.config.ts']],
  ['tests/examples/door/', ['docs/testing.md', 'tests/examples/door/']],
  ['tests/journeys/flows/calendar.test.ts', ['vite.config.ts']],
  ['tests/journeys/flows/consent', ['vite.config.ts']],
  ['tests/journeys/flows/funnel.test.ts', ['vite.config.ts']],
  ['tests/journeys/pages/api-page.test.ts', ['src/build/openapi/']],
  ['tests/journeys/pages/bytes.test.ts', BUILT],
  ['tests/journeys/pages/charts.test.ts', ['machines/', 'tests/paths/approved/', 'vite.config.ts']],
  ['tests/journeys/pages/email-rule.test.ts', ['src/contract/']],
  [
    'tests/journeys/pages/opened-chart.test.ts',
    [...COMMAND, 'machines/', 'tests/examples/door/', 'vite.config.ts'],
  ],
  ['tests/journeys/pages/optional-parts.test.ts', BUILT],
  ['tests/machines/', ['machines/', 'tests/support/charts/']],
  ['tests/paths/approved.test.ts', ['tests/paths/approved/']],
  ['tests/paths/command-limits.test.ts', COMMAND],
  ['tests/paths/own-chart.test.ts', [...COMMAND, 'tsconfig.json', 'biome.json']],
  ['tests/server/api-document.test.ts', ['docs/api']],
  ['tests/server/cli/company-command.test.ts', ['tests/approved/help/']],
  ['tests/server/database/backup.test.ts', ['docs/operate.md']],
  ['tests/server/http/application-page.test.ts', ['tests/approved/pages/']],
  ['tests/server/http/connect-application.test.ts', ['docs/deploy.md']],
  ['tests/server/http/served-', BUILT],
  ['tests/server/leads/early-access.test.ts', ['tests/approved/help/']],
  ['tests/server/mail/', ['tests/approved/mails/']],
  ['tests/server/process/dev.test.ts', [...BUILT, 'tests/visual/approved/session/']],
  ['tests/server/process/process.test.ts', ['src/build/run.js']],
  [
    'tests/web/live-view/approved-paths.test.ts',
    ['tests/paths/approved/', 'tests/visual/approved/'],
  ],
  ['tests/web/claims.test.ts', ['src/web/content/', 'src/web/routing/routes.tsx']],
];

/** Files that can concern every test, also where few import them. */
const CONCERNS_ALL = /^(?:vitest\.config\.ts|package(?:-lock)?\.json)$/;
/** Files that only the readers above notice. */
const ONLY_READ = /\.md$|^docs\/|^tests\/(?:paths\/|visual\/)?approved\//;
/** Modules, which nothing notices if nothing loads them. */
const MODULE = /^(?:machines|src)\/.*\.(?:[jt]sx?|css|sql)$/;
/** Tests that other commands run, with their support. */
const OTHER_COMMANDS = /^tests\/(?:support\/)?(?:bench|engines|long|visual)\//;

/** The paths that git prints. Throws with the first line that git says, as in `fatal: bad revision 'mian'`. */
const gitPaths = (folder: string, ...args: string[]): string[] => {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(error?.message ?? stderr.split('\n', 1)[0]);
  return stdout.split('\0').filter(Boolean);
};

/**
 * The files that differ between a commit and the work tree, untracked ones included, from the top
 * folder. Throws if git does not know the commit.
 */
export const changedFiles = (ref: string, folder: string = ROOT): string[] => [
  ...new Set([
    ...gitPaths(folder, 'diff', '-z', '--name-only', '--no-renames', '--relative', ref, '--'),
    ...gitPaths(folder, 'ls-files', '-z', '--others', '--exclude-standard'),
  ]),
];

const isRead = (file: string, test: string): boolean =>
  READERS.some(
    ([tests, read]) => test.startsWith(tests) && read.some((start) => file.startsWith(start)),
  );

/** Whether the tests that notice a change of this file are known. */
const isKnown = (file: string, { known }: TestDependencies): boolean =>
  known.has(file) ||
  file.startsWith('public/') ||
  [ONLY_READ, OTHER_COMMANDS].some((pattern) => pattern.test(file)) ||
  (MODULE.test(file) && existsSync(join(ROOT, file)));

const isOfEveryPage = (file: string, { site }: TestDependencies): boolean =>
  site.has(file) || file === 'index.html';

const isOfPages = (file: string, all: TestDependencies): boolean =>
  all.anyPage.has(file) || file.startsWith('public/') || isOfEveryPage(file, all);

/** Why a test file notices a change of a file; undefined if it does not. */
const reasonFor = (test: string, file: string, all: TestDependencies): string | undefined => {
  const imports = all.imports.get(test);
  const pages = all.pages.get(test);
  if (file === test) return 'is changed';
  if (CONCERNS_ALL.test(file)) return `${file} concerns every test`;
  if (!isKnown(file, all)) return `what ${file} concerns is unknown`;
  if (imports?.has(file)) return `imports ${file}`;
  if (imports?.has(SERVER_PROCESS) && all.server.has(file)) return `runs the server with ${file}`;
  if (pages === 'not recorded' && isOfPages(file, all))
    return 'what its pages load is not recorded';
  if (pages instanceof Set && pages.has(file)) return `its pages load ${file}`;
  if (pages && isOfEveryPage(file, all)) return `its pages are built by ${file}`;
  return isRead(file, test) ? `reads ${file}` : undefined;
};

/** The test files that can notice a change of these files, each with the first reason. */
export const selectTests = (changed: string[], all: TestDependencies): Selected[] =>
  [...all.imports.keys()].sort().flatMap((test) => {
    if (test.startsWith('tests/build/')) return { file: test, reason: 'always runs' };
    for (const file of changed) {
      const reason = reasonFor(test, file, all);
      if (reason !== undefined) return { file: test, reason };
    }
    return [];
  });

/**
 * Starts Vitest without running a test, for its test files and its module graph.
 *
 * @param words words of which the path of a test file must contain one, if there are any
 */
export const withTestFiles = async <Result>(
  projects: string[],
  words: string[],
  work: (vitest: Vitest, files: Map<string, string[]>) => Promise<Result>,
): Promise<Result> => {
  const options = { root: ROOT, watch: false, project: projects };
  const vitest = await createVitest('test', options, { logLevel: 'error' });
  try {
    const files = new Map<string, string[]>();
    for (const { moduleId, project } of await vitest.globTestSpecifications(words)) {
      const { setupFiles, globalSetup } = project.config;
      const setups = [...setupFiles, ...globalSetup].map(fromTop);
      files.set(
        fromTop(moduleId),
        setups.filter((file) => file !== GLOBAL_BUILD),
      );
    }
    return await work(vitest, files);
  } finally {
    await vitest.close();
  }
};

/** Whether only `npm run test:all` runs any test of a file. */
const isFurther = (file: string): boolean =>
  readFileSync(join(ROOT, file), 'utf8').includes(`@module-tag ${FURTHER_TAG}\n`);

/**
 * The test files of `npm test` that can notice a change, of how many in these projects, and for how many of
 * those it is not recorded what their pages load.
 */
export const findChangedTests = (
  changed: string[],
  projects: string[],
  words: string[],
): Promise<{ selected: Selected[]; total: number; unrecorded: number }> =>
  withTestFiles(projects, words, async (vitest, files) => {
    for (const file of files.keys()) if (isFurther(file)) files.delete(file);
    const all = await readDependencies(vitest, files, new Set(changed));
    return {
      selected: changed.length > 0 ? selectTests(changed, all) : [],
      total: files.size,
      unrecorded: [...all.pages.values()].filter((pages) => pages === 'not recorded').length,
    };
  });
