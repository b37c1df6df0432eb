// @module-tag further
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';

/** A guard that never returns. */
const ENDLESS = `
import { createMachine } from 'xstate';
export const endless = createMachine({
  id: 'endless', initial: 'a',
  states: { a: { on: { go: { guard: () => { for (;;); }, target: 'b' } } }, b: {} },
});
`;
/** Eight regions that append 2 KB each. */
const GROWING = `
import { assign, createMachine } from 'xstate';
const regions = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => 'text' + index);
const append = (name) => assign(({ context }) => ({ [name]: Buffer.from(context[name].padEnd(context[name].length + 2048, 'x')).toString() }));
export const growing = createMachine({
  id: 'growing', type: 'parallel', context: Object.fromEntries(regions.map((name) => [name, ''])),
  on: { end: { guard: ({ event }) => event.isLast, actions: () => {} } },
  states: Object.fromEntries(regions.map((name) => [
    name,
    { initial: 'a', states: { a: { on: { ['add.' + name]: { actions: append(name) } } } } },
  ])),
});
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limits-'));
  writeFileSync(join(folder, 'endless.ts'), ENDLESS);
  writeFileSync(join(folder, 'growing.ts'), GROWING);
  writeFileSync(
    join(folder, 'endless.paths.ts'),
    "export const options = { events: [{ type: 'go' }], limits: { seconds: 1, megabytes: 256 } };",
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command as a tester does. */
const run = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'src/build/run.js'), 'paths', ...words],
    { cwd: folder, env: { ...process.env, INIT_CWD: folder }, encoding: 'utf8', timeout: 120_000 },
  );
  return { status, stdout, stderr };
};

describe('npm run paths ends with one sentence and exit code 1', () => {
  test('where a guard never returns, after the seconds of the options', () => {
    expect(run('./endless.ts')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'The search took longer than 1 s: a guard or an action never returns, or the chart needs more (--seconds).\n',
    });
  });

  test('where the contexts grow beyond the memory', () => {
    const { status, stdout, stderr } = run('./growing.ts', '--megabytes', '60');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The search needs more than 60 MB: its contexts grow too large .*\n$/);
  });

  test('where a flag has no number', () => {
    expect(run('otp', '--seconds', 'soon')).toEqual({
      status: 1,
      stdout: '',
      stderr: '--seconds needs a positive number, not soon\n',
    });
  });
});

test('npm run paths prints what a limit of a flag allows', () => {
  const { status, stdout } = run(
    './growing.ts',
    '--configurations',
    '50',
    '--megabytes',
    '60',
    '--strict',
  );
  expect(status).toBe(1);
  expect(stdout).toContain('(root)|end|0: not found within 50 configurations');
});
