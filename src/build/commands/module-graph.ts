import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Vitest } from 'vitest/node';
import { ROOT } from '../root.ts';

/** What a file imports, as paths from the top folder. */
interface Imports {
  eager: Set<string>;
  /** By `import()`. */
  lazy: Set<string>;
}

/** The files of the project with their imports. */
export type ModuleGraph = Map<string, Imports>;

/** `file` as the module server names it, without its query. */
const fileOf = (url: string): string => {
  const [path = ''] = url.split('?');
  return path.startsWith('/@fs/') ? path.slice('/@fs'.length) : join(ROOT, path);
};

const fromTop = (file: string): string => relative(ROOT, file).split(sep).join('/');

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
export const readModuleGraph = async (vitest: Vitest, files: string[]): Promise<ModuleGraph> => {
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
export const loadedBy = (
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
