import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { ROOT } from '../root.ts';
import { type PageRecord, readPageRecord } from '../site/page-modules.ts';
import { loadedBy, type ModuleGraph, readModuleGraph } from './module-graph.ts';

/** A test file that can notice a change, and why. */
export interface Selected {
  /** From the top folder. */
  file: string;
  /** `imports src/contract/email.ts`. */
  reason: string;
}

/** What each test file depends on. */
export interface TestDependencies {
  /** Test files by the modules that they load in Node. */
  imports: Map<string, Set<string>>;
  /** Every file that a test or the site can load. */
  known: Set<string>;
  /** The modules that the pages of a test file load; undefined for a file without pages. */
  pages: Map<string, Set<string> | 'not recorded' | undefined>;
  /** The modules that some page loads. */
  anyPage: Set<string>;
  /** The modules of the programs that make the site. */
  site: Set<string>;
  /** The modules of the built server. */
  server: Set<string>;
}

const BUILT_SERVER = [
  'src/server/main.ts',
  ...['company', 'funnel', 'leads'].map((name) => `src/server/cli/${name}.ts`),
];
/** What starts the built server in a process of its own. */
const SERVER_PROCESS = 'tests/support/faults/server-process.ts';
/** The programs that make every document, script and style of the site. */
const SITE_BUILD = ['src/build/commands/build.ts', 'vite.config.ts'];
/** What every document of the site has: its markup and its inlined scripts. */
const IN_EVERY_DOCUMENT = [
  'src/web/boot/prerender.tsx',
  'src/web/boot/inline-script.ts',
  'src/web/boot/address-script.ts',
  'src/web/boot/hash-script.ts',
];
/** What loads the modules of the pages. */
const SITE_ENTRIES = [
  ...IN_EVERY_DOCUMENT,
  'src/web/main.tsx',
  'src/web/account.tsx',
  'src/charts/viewer/main.tsx',
];
const BROWSER_TEST = /^tests\/(?:journeys|chart-paths)\/|\.browser\.test\.ts$/;
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
  ['tests/server/process/dev.test.ts', BUILT],
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

const fromTop = (file: string): string => relative(ROOT, file).split(sep).join('/');

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

/** Whether a file that a test loads was written after the test's record. */
const isOutdated = ({ startedAt }: PageRecord, files: Set<string>): boolean =>
  [...files].some((file) => {
    const path = join(ROOT, file);
    return !existsSync(path) || statSync(path).mtimeMs > startedAt;
  });

/** The modules that pages load: what was recorded, and what that imports today. */
const pageModules = (
  graph: ModuleGraph,
  record: PageRecord | undefined,
  imported: Set<string>,
  changed: Set<string>,
): Set<string> | 'not recorded' => {
  if (!record) return 'not recorded';
  const modules = loadedBy(graph, [...record.modules, ...IN_EVERY_DOCUMENT], { withLazy: false });
  const unchanged = [...record.modules, ...imported].filter((name) => !changed.has(name));
  return isOutdated(record, new Set(unchanged)) ? 'not recorded' : modules;
};

/**
 * What test files depend on.
 *
 * @param files test files by the setup files of their project
 * @param changed files whose time of change does not make a record outdated
 * @param recordOf what the pages of a test file loaded
 */
export const readDependencies = async (
  vitest: Vitest,
  files: Map<string, string[]>,
  changed: Set<string>,
  recordOf = readPageRecord,
): Promise<TestDependencies> => {
  const setups = [...new Set([...files.values()].flat())];
  const graph = await readModuleGraph(vitest, [
    ...files.keys(),
    ...setups,
    ...BUILT_SERVER,
    ...SITE_BUILD,
    ...SITE_ENTRIES,
  ]);
  const imports = new Map(
    [...files].map(([file, setup]) => [
      file,
      loadedBy(graph, [file, ...setup], { withLazy: true }),
    ]),
  );
  return {
    imports,
    known: new Set(graph.keys()),
    pages: new Map(
      [...imports].map(([file, imported]) => [
        file,
        BROWSER_TEST.test(file) ? pageModules(graph, recordOf(file), imported, changed) : undefined,
      ]),
    ),
    server: loadedBy(graph, BUILT_SERVER, { withLazy: true }),
    anyPage: loadedBy(graph, SITE_ENTRIES, { withLazy: true }),
    site: loadedBy(graph, SITE_BUILD, { withLazy: true }),
  };
};

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

/**
 * The test files of some projects that can notice a change, of how many, and for how many of those it is
 * not recorded what their pages load.
 */
export const findChangedTests = (
  changed: string[],
  projects: string[],
  words: string[],
): Promise<{ selected: Selected[]; total: number; unrecorded: number }> =>
  withTestFiles(projects, words, async (vitest, files) => {
    const all = await readDependencies(vitest, files, new Set(changed));
    return {
      selected: changed.length > 0 ? selectTests(changed, all) : [],
      total: files.size,
      unrecorded: [...all.pages.values()].filter((pages) => pages === 'not recorded').length,
    };
  });
