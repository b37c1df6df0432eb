import { expect, test } from 'vitest';
import { withoutActorImports } from '#paths/actor-imports.ts';

test('imports that only promise actors use are left out with their logic', () => {
  const text = withoutActorImports(
    'chart.ts',
    `import { load } from './server';
import { LIMIT } from './limits';
import './side-effect';
const actors = { load: fromPromise<string, void>(async () => load(LIMIT)) };
export const isOver = (count: number) => count > LIMIT;`,
  );
  expect(text).not.toContain('./server');
  expect(text).toContain("import { LIMIT } from './limits';");
  expect(text).toContain("import './side-effect';");
  expect(text).toContain('fromPromise<string, void>(() => new Promise(() => {}))');
});

test('a name inside of another name, or a property, is no use of an import', () => {
  const text = withoutActorImports(
    'chart.ts',
    `import { load } from './server';
fromPromise(() => load());
export const loader = other.load;`,
  );
  expect(text).not.toContain('./server');
});

test('a promise within a promise is left out with the outer one', () => {
  const text = withoutActorImports('chart.ts', 'fromPromise(() => fromPromise(() => x()));');
  expect(text).toBe('fromPromise(() => new Promise(() => {}));');
});

test('imports below the actors are left out as well', () => {
  const text = withoutActorImports(
    'chart.ts',
    `fromPromise(() => load());\nimport { load } from './server';\n`,
  );
  expect(text.trim()).toBe('fromPromise(() => new Promise(() => {}));');
});
