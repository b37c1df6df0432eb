import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { budgets, NOWHERE } from '#tests/bench/budgets.ts';
import { weighRoutes } from '#tests/bench/weigh-routes.ts';
import { routes } from '#web/routes.tsx';

const DIST = join(ROOT, 'dist');

/** Every library that is sent to a visitor; behind a name, what brings it along. */
const LIBRARIES = [
  '@xstate/react',
  'destr', // ofetch
  'ofetch',
  'react',
  'react-dom',
  'react-hot-toast',
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
/** A library's build for developers: larger, and it talks to the console. */
const FOR_DEVELOPERS = /[./-]development\./;

describe('what a first visit loads', () => {
  test('every address has a budget', () => {
    expect(Object.keys(budgets).sort()).toEqual([...Object.keys(routes), NOWHERE].sort());
  });

  test('no page is above its budget', () => {
    const weights = weighRoutes(DIST);
    const table = weights
      .map(({ route, over, ...rest }) => `${route}: ${Object.values(rest).join(' ')} ${over}`)
      .join('\n');
    expect(
      weights.filter(({ over }) => over !== ''),
      `route: files, script, styles, all, later\n${table}\n`,
    ).toEqual([]);
  });
});

describe('the script for visitors', () => {
  const modules: string[] = JSON.parse(readFileSync(join(DIST, 'modules.json'), 'utf8'));
  const libraries = modules.flatMap((path) => LIBRARY.exec(path)?.[1] ?? []);

  test('holds the libraries that a visitor needs, and no other', () => {
    expect([...new Set(libraries)].sort()).toEqual(LIBRARIES);
  });

  test('holds no library twice, and none as it is for developers', () => {
    expect(modules.filter((path) => path.lastIndexOf('node_modules/') > 0)).toEqual([]);
    expect(modules.filter((path) => FOR_DEVELOPERS.test(path))).toEqual([]);
  });

  test('holds nothing of the server, the build, the live view or the tests', () => {
    expect(modules.length).toBeGreaterThan(libraries.length);
    expect(modules.filter((path) => !LIBRARY.test(path) && !ROOMS.test(path))).toEqual([]);
    expect(modules).not.toContain('src/contract/schemas.ts');
  });
});
