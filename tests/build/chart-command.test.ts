// @module-tag further
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'sitara-chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const charts = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'src', 'build', 'run.js'), 'charts', ...words],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  return { status, stdout, stderr };
};

const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

test('prints the page of a chart in a file, without links into the project', () => {
  const { status, stdout } = charts('tests/examples/door/door.ts');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^# door\n\n`tests\/examples\/door\/door\.ts`, `door`\. Three wrong tries/,
  );
  expect(stdout).toContain('check done [isLastTry]');
  expect(stdout).not.toContain('](../');
});

test('writes a chart as JSON into a file', () => {
  const target = join(folder, 'door.json');
  expect(charts('tests/examples/door/door.ts', target, '--json')).toMatchObject({
    status: 0,
    stdout: '',
  });
  const { charts: described } = JSON.parse(readFileSync(target, 'utf8'));
  expect(described).toMatchObject([{ name: 'door', definition: { id: 'door' } }]);
});

test('reads a chart whose imports only its promise actors need, or that are not installed', () => {
  const file = write(
    'load.ts',
    `import { createMachine, fromPromise } from 'xstate';
import { createContext } from 'package-that-nobody-has';
import { load } from './missing';
export default createMachine({ initial: 'a', states: { a: { invoke: { src: fromPromise(() => load()) } } } });
export const shared = createContext();`,
  );
  const { status, stdout, stderr } = charts(file);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'package-that-nobody-has is not there. The chart is read without it.\n',
  });
  expect(stdout).toMatch(/^# load\n/);
});

test.each([
  ['a name that no chart has', 'nope', 'No chart nope. There are: '],
  ['no such file', './nope.ts', 'No file ./nope.ts in '],
  [
    'a CommonJS module',
    write('old.cjs', 'module.exports = {};'),
    'is a CommonJS module. The path generator reads ES modules',
  ],
  [
    'a chart of XState 4',
    write(
      'four.ts',
      "import { Machine } from 'xstate';\nexport const four = Machine({ id: 'four' });",
    ),
    'is written for XState 4',
  ],
  [
    'a module that starts an actor of a chart that it keeps',
    write('main.ts', 'setInterval(() => {}, 1000);\nexport const nothing = 1;'),
    'exports no chart.',
  ],
  ['a wrong port', 'tests/examples/door/door.ts', '--port needs a number', '--open', '--port=x'],
])('%s is one sentence and exit code 1', (_, word, sentence, ...options) => {
  const { status, stdout, stderr } = charts(word, ...options);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
