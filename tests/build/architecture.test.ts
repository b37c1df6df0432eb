import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { createFilter, parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import type { InlineConfig } from 'vitest/node';
import { ROOT } from '#build/root.ts';
import vitestConfig from '../../vitest.config.ts';

const CHART_LINES_MAX = 259;

const { imports: aliases }: { imports: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

/** The project file that an import names; undefined for a package. */
const resolveImport = (from: string, specifier: string): string | undefined => {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(from), path));
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.replace('*', '');
    if (path.startsWith(prefix)) return join(target.replace('*', ''), path.slice(prefix.length));
  }
  return undefined;
};

/** Static imports and re-exports of a file, type imports included. */
const importsOf = (file: string): string[] => {
  const { module } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  return specifiers.flatMap((specifier) => resolveImport(file, specifier) ?? []);
};

const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');

/** The nodes of a graph that are part of a cycle, in groups that reach each other (Tarjan). */
const cyclesIn = (graph: Map<string, Set<string>>): string[][] => {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      else if (!stack.includes(next)) continue;
      low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
};

const sources = filesBelow('src');
const graph = new Map(
  sources.filter(isSource).map((file) => [file, new Set(importsOf(file))] as const),
);

test('the imports of src are read', () => {
  expect(graph.get('src/web/main.tsx')?.size).toBeGreaterThan(0);
  expect([...graph.values()].filter((imported) => imported.size > 0).length).toBeGreaterThan(300);
});

test('no file of src imports itself through other files', () => {
  expect(cyclesIn(graph)).toEqual([]);
});

/** Which folders import which, of those that `folderOf` gives. */
const folderGraph = (folderOf: (file: string) => string | undefined) => {
  const folders = new Map<string, Set<string>>();
  for (const [file, imported] of graph) {
    const from = folderOf(file);
    if (from === undefined) continue;
    const targets = folders.get(from) ?? new Set();
    folders.set(from, targets);
    for (const to of [...imported].map(folderOf))
      if (to !== undefined && to !== from) targets.add(to);
  }
  return folders;
};

test.each(['web', 'server', 'charts', 'build'])(
  'the top folders of src/%s import each other in one direction',
  (part) => {
    const top = new RegExp(`^src/${part}/([^/]+)/`);
    expect(cyclesIn(folderGraph((file) => top.exec(file)?.[1]))).toEqual([]);
  },
);

/** What all routes of the server get, and the files that put the server together. */
const SERVICES = 'src/server/services.ts';
const isComposition = (file: string) => dirname(file) === dirname(SERVICES) && file !== SERVICES;

test('no folders of src import each other, through others either', () => {
  const folders = folderGraph((file) =>
    dirname(file) === 'src/server' ? undefined : dirname(file),
  );
  expect(cyclesIn(folders)).toEqual([]);
});

test('only commands and entries import the files that put the server together', () => {
  const importers = [...graph].filter(
    ([file, imported]) => !isComposition(file) && [...imported].some(isComposition),
  );
  expect(
    importers.map(([file]) => file).filter((file) => !/^src\/(?:build|server\/cli)\//.test(file)),
  ).toEqual([]);
});

test('every test belongs to a project of the test runner', () => {
  const { projects = [] } = vitestConfig.test ?? {};
  const belongs = projects.flatMap((project) => {
    const { include = [], exclude = [] } = (project as { test: InlineConfig }).test;
    return createFilter(include, exclude, { resolve: ROOT });
  });
  const tests = filesBelow('tests').filter((file) => /\.test\.tsx?$/.test(file));
  expect(tests.filter((file) => !belongs.some((has) => has(join(ROOT, file))))).toEqual([]);
});

test('every storage key is named in one file', () => {
  const literal = /\b(?:local|session)Storage\.(?:get|set|remove)Item\(\s*['"`](?!\$\{)/;
  const key = /['"`]sitara\.[a-z-]+/;
  const texts = sources.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const);
  expect(texts.filter(([, text]) => literal.test(text)).map(([file]) => file)).toEqual([]);
  expect(texts.filter(([, text]) => key.test(text)).map(([file]) => file)).toEqual([
    'src/contract/storage-keys.ts',
  ]);
});

/** They stand beside what both sides use, and change with it. */
const ONE_SIDED = ['YEAR_S', 'LEAD_FIELDS', 'SUM_SHOWN_MIN'];

test('the contract has only what browser and server, or it itself, use', () => {
  const users = [...sources, ...filesBelow('machines')].filter(isSource);
  const texts = users.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const);
  const sideOf = (file: string): string =>
    /^(?:machines|src\/web)\//.test(file) ? 'browser' : (file.split('/')[1] ?? '');
  const oneSided = texts
    .filter(([file]) => /^src\/contract\/(?!brand|storage-keys)[^/]+\.ts$/.test(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(/^export const (\w+)/gm)]
        .filter(
          ([, name]) => (text.match(new RegExp(`(?<!\`)\\b${name}\\b`, 'g')) ?? []).length === 1,
        )
        .map(([, name = '']) => ({ file, name })),
    )
    .filter(({ file, name }) => {
      const use = new RegExp(`[{,]\\s*${name}\\b`);
      const sides = new Set(
        texts
          .filter(([user, text]) => user !== file && use.test(text))
          .map(([user]) => sideOf(user)),
      );
      return sides.size === 1 && !sides.has('contract');
    });
  expect(oneSided.filter(({ name }) => !ONE_SIDED.includes(name))).toEqual([]);
});

test('src never imports tests', () => {
  const importers = [...graph].filter(([, imported]) =>
    [...imported].some((file) => file.startsWith('tests/')),
  );
  expect(importers.map(([file]) => file)).toEqual([]);
});

describe.each([
  ['src/web', ['account.tsx', 'main.tsx']],
  ['src/server', ['app.ts', 'deliveries.ts', 'main.ts', 'services.ts']],
])('%s', (folder, entries) => {
  test('has no other files than its entries at the top', () => {
    const files = readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    expect(files.sort()).toEqual(entries);
  });
});

describe('the browser tests', () => {
  const files = [...filesBelow('tests/journeys'), ...filesBelow('tests/chart-paths')];
  const contents = files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const);
  const containing = (words: RegExp) =>
    contents.filter(([, text]) => words.test(text)).map(([file]) => file);

  test('open sites and browsers by the fixture only', () => {
    expect(containing(/\bsetUp(?:Site|Journey)\(/).length).toBeGreaterThan(25);
    expect(containing(/\b(?:newContext|launchBrowser|openSite|openVisitor)\b/)).toEqual([]);
  });

  test('leave the consoles to the fixture', () => {
    expect(containing(/\.on\(\s*'(?:console|pageerror|weberror)'/)).toEqual([]);
  });

  test('wait for conditions, never for a time', () => {
    expect(containing(/waitForTimeout|timers\/promises|\btimeout: [\d_]+/)).toEqual([]);
  });
});

test('every property of fast-check has a seed that its failure names', () => {
  const counts = filesBelow('tests')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('architecture.test.ts'))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
    .map(([file, text]) => ({
      file,
      properties: text.match(/\bfc\.(?:assert|check|sample)\(/g)?.length ?? 0,
      seeds: text.match(/\bseed: (?:randomSeed\(\)|SEED)/g)?.length ?? 0,
    }));
  expect(counts.filter(({ properties }) => properties > 0).length).toBeGreaterThan(5);
  expect(counts.filter(({ properties, seeds }) => properties > seeds)).toEqual([]);
});

test(`no chart has more than ${CHART_LINES_MAX} lines`, () => {
  const long = readdirSync(join(ROOT, 'machines'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(ROOT, 'machines', file), 'utf8').split('\n').length])
    .filter(([, lines]) => Number(lines) - 1 > CHART_LINES_MAX);
  expect(long).toEqual([]);
});
