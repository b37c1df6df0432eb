import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleContents } from '#build/commands/launch.ts';
import { ROOT } from '#build/root.ts';
import { isLeftOut } from '#build/site/plugins.ts';
import { charts } from '#charts/model/all-charts.ts';
import { budgets, UNKNOWN_ROUTE } from '#tests/bench/pages/budgets.ts';
import { weighRoutes } from '#tests/bench/pages/weigh-routes.ts';
import { routes } from '#web/routing/routes.tsx';

const DIST = join(ROOT, 'dist');

/** Every library that visitors download, with the package that depends on it. */
const LIBRARIES = [
  '@simplewebauthn/browser',
  '@xstate/react',
  'clsx',
  'destr', // ofetch
  'keen-slider',
  'ofetch',
  'react',
  'react-dom',
  'react-hot-toast',
  'react-intersection-observer',
  'regexparam', // wouter
  'scheduler', // react-dom
  'ufo', // ofetch
  'use-isomorphic-layout-effect', // @xstate/react
  'use-sync-external-store', // @xstate/react
  'wouter',
  'xstate',
];
const ROOMS = /^(?:machines|src\/contract|src\/web)\//;
const LIBRARY = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** The development build of a library: larger, and it logs warnings. */
const FOR_DEVELOPERS = /[./-]development\./;

describe('the bytes of a first visit', () => {
  test('every route has a budget', () => {
    expect(Object.keys(budgets).sort()).toEqual([...Object.keys(routes), UNKNOWN_ROUTE].sort());
  });

  test('no page exceeds its budget', () => {
    const weights = weighRoutes(DIST);
    const table = weights
      .map(({ route, over, ...rest }) => `${route}: ${Object.values(rest).join(' ')} ${over}`)
      .join('\n');
    expect(
      weights.filter(({ over }) => over !== ''),
      `route: document, files, script, styles, all, later\n${table}\n`,
    ).toEqual([]);
  });
});

describe('the stylesheets for visitors', () => {
  test('contain each style sheet of a component, wherever its class names are written', () => {
    const built: Record<string, string[]> = JSON.parse(
      readFileSync(join(DIST, 'asset-modules.json'), 'utf8'),
    );
    const shipped = Object.entries(built).flatMap(([file, modules]) =>
      file.endsWith('.css') ? modules : [],
    );
    const sheets = readdirSync(join(ROOT, 'src/web'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.module.css'))
      .map((file) => `src/web/${file}`);
    expect(sheets.filter((sheet) => !shipped.includes(sheet) && !isLeftOut(`/${sheet}`))).toEqual(
      [],
    );
  });
});

describe('the scripts for visitors', () => {
  const modules: string[] = JSON.parse(readFileSync(join(DIST, 'modules.json'), 'utf8'));
  const libraries = modules.flatMap((path) => LIBRARY.exec(path)?.[1] ?? []);

  test('contain exactly the libraries that a visitor needs', () => {
    expect([...new Set(libraries)].sort()).toEqual(LIBRARIES);
  });

  test('contain no library twice and no development build', () => {
    expect(modules.filter((path) => path.lastIndexOf('node_modules/') > 0)).toEqual([]);
    expect(modules.filter((path) => FOR_DEVELOPERS.test(path))).toEqual([]);
  });

  test('contain nothing of the server, the build, the charts viewer or the tests', () => {
    expect(modules.length).toBeGreaterThan(libraries.length);
    expect(modules.filter((path) => !LIBRARY.test(path) && !ROOMS.test(path))).toEqual([]);
    expect(modules).not.toContain('src/contract/calls/all-calls.ts');
  });

  const readScripts = () => {
    const folder = join(DIST, 'web', 'assets');
    return readdirSync(folder)
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
  };

  test('contain no mark of sample content, which only npm run launch shows', () => {
    const scripts = readScripts();
    const marks = sampleContents().map(({ put }) => put);
    expect(marks.length).toBeGreaterThan(0);
    expect(marks.filter((mark) => scripts.some((script) => script.includes(mark)))).toEqual([]);
  });

  test('contain no description of a chart, which only the live view shows', () => {
    const scripts = readScripts();
    const shipped = charts
      .map(({ machine }) => machine.root.description ?? '')
      .filter((text) => scripts.some((script) => script.includes(text)));
    expect(shipped).toEqual([]);
  });

  test('contain no description of a page, which only its document has', () => {
    const scripts = readScripts();
    const shipped = Object.values(routes)
      .map(({ description }) => description)
      .filter((text) => scripts.some((script) => script.includes(text)));
    expect(shipped).toEqual([]);
  });
});
