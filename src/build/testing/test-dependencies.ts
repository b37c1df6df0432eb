import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Vitest } from 'vitest/node';
import { ROOT } from '../root.ts';
import { type PageRecord, readPageRecord } from '../site/page-modules.ts';

/** What a file imports, as paths from the top folder. */
interface Imports {
  eager: Set<string>;
  /** By `import()`. */
  lazy: Set<string>;
}

/** The files of the project with their imports. */
type ModuleGraph = Map<string, Imports>;

/** `file` as the module server names it, without its query. */
const fileOf = (url: string): string => {
  const [path = ''] = url.split('?');
  return path.startsWith('/@fs/') ? path.slice('/@fs'.length) : join(ROOT, path);
};

/** The path of a file from the top folder, with slashes. */
export const fromTop = (file: string): string => relative(ROOT, file).split(sep).join('/');

const STYLE_IMPORT = /@import (?:url\()?"([^"]+)"/g;

/** Modules that a plugin makes from their text or, as virtual modules, for their importer. */
const MADE_BY_PLUGINS: [RegExp, string][] = [
  [/^src\/web\/content\/legal\/.*\.md$/, 'src/build/legal/parse-legal.ts'],
  [/^src\/charts\/viewer\/live\/payloads\.ts$/, 'src/build/charts/charts-page.ts'],
];

/**
 * The module graph of Vitest, from some files: without what is only imported for its types, without
 * packages, and with what globs and queries (`?raw`) import.
 *
 * @param files paths from the top folder
 */
const readModuleGraph = async (vitest: Vitest, files: string[]): Promise<ModuleGraph> => {
  const { ssr } = vitest.vite.environments;
  const graph: ModuleGraph = new Map();
  const importsOf = async (file: string): Promise<{ deps: string[]; dynamicDeps: string[] }> => {
    if (file.endsWith('.css')) {
      // Tests load styles without their content.
      const names = [...readFileSync(file, 'utf8').matchAll(STYLE_IMPORT)].map(([, name]) => name);
      const ids = names.map((name = '') => ssr.pluginContainer.resolveId(name, file));
      return { deps: (await Promise.all(ids)).flatMap((id) => id?.id ?? []), dynamicDeps: [] };
    }
    if (!/\.(?:tsx?|js)$/.test(file)) return { deps: [], dynamicDeps: [] };
    const { deps = [], dynamicDeps = [] } = (await ssr.transformRequest(file)) ?? {};
    return { deps: deps.map(fileOf), dynamicDeps: dynamicDeps.map(fileOf) };
  };
  const isOwn = (file: string) => !file.includes('/node_modules/') && existsSync(file);
  const visit = async (file: string): Promise<void> => {
    const name = fromTop(file);
    if (graph.has(name)) return;
    const imports: Imports = { eager: new Set(), lazy: new Set() };
    graph.set(name, imports);
    const { deps, dynamicDeps } = await importsOf(file);
    const makers = MADE_BY_PLUGINS.filter(([made]) => made.test(name)).map(([, maker]) => maker);
    const eager = [...deps, ...makers.map((maker) => join(ROOT, maker))].filter(isOwn);
    const lazy = dynamicDeps.filter(isOwn);
    imports.eager = new Set(eager.map(fromTop));
    imports.lazy = new Set(lazy.map(fromTop));
    await Promise.all([...eager, ...lazy].map(visit));
  };
  await Promise.all(files.map((file) => visit(join(ROOT, file))));
  return graph;
};

/** The files that some files load, with themselves. */
const loadedBy = (
  graph: ModuleGraph,
  files: Iterable<string>,
  { withLazy }: { withLazy: boolean },
): Set<string> => {
  const loaded = new Set(files);
  for (const file of loaded) {
    const { eager = [], lazy = [] } = graph.get(file) ?? {};
    for (const imported of withLazy ? [...eager, ...lazy] : eager) loaded.add(imported);
  }
  return loaded;
};

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
