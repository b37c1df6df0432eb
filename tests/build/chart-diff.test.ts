// @module-tag further
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { comparePaths } from '#build/charts/compare-paths.ts';
import { diffCharts, runChartDiff } from '#build/commands/chart-diff.ts';
import { ROOT } from '#build/root.ts';
import { diffAsMarkdown, diffAsText, diffPage } from '#charts/diff/diff-report.ts';

const DOOR = `import { setup } from 'xstate';
import { isLate } from './rules/hours.ts';

export const doorMachine = setup({
  guards: { isLate: () => isLate(new Date().getHours()) },
}).createMachine({
  id: 'door',
  initial: 'open',
  states: {
    open: { on: { close: { guard: 'isLate', target: 'closed' } } },
    closed: {},
  },
});
`;

let folder: string;
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
    cwd: folder,
  });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'charts-'));
  mkdirSync(join(folder, 'machines', 'rules'), { recursive: true });
  write('package.json', '{ "type": "module" }');
  write('machines/door.ts', DOOR);
  write('machines/rules/hours.ts', 'export const isLate = (hour: number) => hour >= 20;\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the comparison of charts', () => {
  test('says in one sentence that there is no repository, and no commit', async () => {
    await expect(diffCharts('HEAD', folder)).rejects.toThrow(/^\S+ is no git repository, so /);
    git('init', '--quiet');
    await expect(diffCharts('HEAD', folder)).rejects.toThrow(/ has no commit yet, so /);
    git('add', '.');
    git('commit', '--quiet', '-m', 'door');
    await expect(diffCharts('nope', folder)).rejects.toThrow(/^There is no commit nope in /);
    await expect(diffCharts('--all', folder)).rejects.toThrow(/^There is no commit --all in /);
  });

  test('says that nothing differs, also where comments and layout do', async () => {
    write('machines/door.ts', `// A door.\n${DOOR.replaceAll('  ', '    ')}`);
    const report = await diffCharts('HEAD', folder);
    expect(diffAsText(report)).toBe('The charts are those of HEAD.');
    write('machines/door.ts', DOOR);
  });

  test('names the rule of another file that changed, in text, Markdown and a page', async () => {
    write('machines/rules/hours.ts', 'export const isLate = (hour: number) => hour > 22;\n');
    const report = await diffCharts('HEAD', folder);
    const sentence =
      'isLate of machines/rules/hours.ts (used by guard isLate) changed: `(hour: number) => hour >= 20` → `(hour: number) => hour > 22`';
    expect(diffAsText(report)).toContain(
      `door (machines/door.ts): behaves differently\n  Behaviour:\n    ~ ${sentence}`,
    );
    expect(diffAsMarkdown(report)).toContain(`- \`~\` ${sentence}`);
    const page = await diffPage(report);
    expect(page.match(/<svg /g)).toHaveLength(2);
    expect(page).toContain('<code>(hour: number) =&gt; hour &gt; 22</code>');
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    git('checkout', '--quiet', '.');
  });

  test('names charts that are new, gone or in another file', async () => {
    write(
      'machines/gate.ts',
      DOOR.replace("'door'", "'gate'").replaceAll('open', 'up').replaceAll('close', 'down'),
    );
    git('mv', 'machines/door.ts', 'machines/entrance.ts');
    const { charts } = await diffCharts('HEAD', folder);
    expect(
      charts.map(({ name, differences }) => [name, ...differences.map(({ text }) => text)]),
    ).toEqual([
      ['entrance', 'file machines/door.ts renamed to machines/entrance.ts'],
      ['gate', 'chart added, with 2 states and 1 edge'],
    ]);
    git('reset', '--quiet', '--hard');
    rmSync(join(folder, 'machines', 'gate.ts'));
  });

  test('says in one sentence which chart does not load, on either side', async () => {
    write('machines/door.ts', DOOR.replace("initial: 'open'", "initial: 'opne'"));
    const now = await diffCharts('HEAD', folder);
    expect(now.charts).toEqual([]);
    expect(diffAsText(now)).toMatch(/\n\nThe other charts are those of HEAD\.$/);
    const { failures } = await diffCharts('HEAD', `${folder}/`);
    expect(failures).toEqual(now.failures);
    expect(now.failures).toEqual([
      'machines/door.ts does not load in the work tree: Initial state node "opne" not found on parent state node #door',
    ]);
    git('commit', '--quiet', '--all', '-m', 'broken');
    write('machines/door.ts', DOOR);
    const before = await diffCharts('HEAD', folder);
    expect(before.charts).toEqual([]);
    expect(before.failures.join()).toMatch(/^machines\/door\.ts does not load in HEAD: Initial /);
    write('machines/door.ts', DOOR.replace("'open'", "'open"));
    expect((await diffCharts('HEAD~1', folder)).failures.join()).toMatch(
      /^machines\/door\.ts does not load in the work tree: .+\S$/,
    );
  });
});

test('the paths of a chart are compared with those that a commit has approved', () => {
  const approved = readFileSync(join(ROOT, 'tests/paths/approved/otp.txt'), 'utf8');
  const files = join(folder, 'tests', 'paths', 'approved');
  mkdirSync(files, { recursive: true });
  write('tests/paths/approved/otp.txt', approved);
  expect(comparePaths('otp', ROOT, folder)).toEqual([]);
  write('tests/paths/approved/otp.txt', approved.replace("code: '12'", "code: '1'"));
  expect(comparePaths('otp', ROOT, folder)).toEqual([
    'path 1 of 5: different from step 2, code.changed',
  ]);
  write('tests/paths/approved/otp.txt', approved.replace(/Path 2 of 5.*?(?=Path 3)/s, ''));
  expect(comparePaths('otp', ROOT, folder)).toEqual(['path 2 of 5: new']);
  expect(comparePaths('otp', folder, ROOT)).toEqual([
    'tests/paths/approved/otp.txt does not have them yet: npm run paths -- --approve',
  ]);
  expect(comparePaths('gone', ROOT, folder)).toEqual([]);
});

describe('its exit code is that of git diff:', () => {
  const said: string[] = [];
  const exitCodeOf = async (ref: string, values: Record<string, boolean> = {}) => {
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    vi.spyOn(console, 'error').mockImplementation((text) => void said.push(text));
    await runChartDiff({ values, positionals: ['diff', ref] }, folder);
    return process.exitCode ?? 0;
  };
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = 0;
    git('checkout', '--quiet', '.');
  });

  const text = { 'exit-code': true };
  test.each([
    ['0 without differences', DOOR, 'HEAD~1', text, 0],
    ['1 with differences', DOOR.replace("'closed'", "'open'"), 'HEAD~1', text, 1],
    [
      '1 with a refactoring',
      DOOR.replaceAll('isLate:', 'isLateNow:').replace("'isLate'", "'isLateNow'"),
      'HEAD~1',
      text,
      1,
    ],
    [
      '0 with differences unless it is asked for',
      DOOR.replace("'closed'", "'open'"),
      'HEAD~1',
      {},
      0,
    ],
    ['2 where a chart does not load', `${DOOR}throw new Error('no');`, 'HEAD~1', {}, 2],
    ['2 where there is no such commit', DOOR, 'nope', {}, 2],
  ])('%s', async (_, door, ref, values, code) => {
    write('machines/door.ts', door);
    expect(await exitCodeOf(ref, values)).toBe(code);
  });
});

test('npm run charts -- diff --json prints verdict, file, sentences and effects for other tools', async () => {
  write('machines/door.ts', DOOR.replace("'closed'", "'open'"));
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runChartDiff({ values: { json: true }, positionals: ['diff', 'HEAD~1'] }, folder);
  const printed = JSON.parse(String(print.mock.lastCall?.[0]));
  print.mockRestore();
  git('checkout', '--quiet', '.');
  expect(printed).toMatchObject({
    ref: 'HEAD~1',
    failures: [],
    charts: [
      {
        name: 'door',
        file: 'machines/door.ts',
        verdict: 'behaves differently',
        differences: [
          {
            sign: '~',
            effect: 'behaviour',
            text: 'edge open: close [isLate] leads to open instead of closed',
          },
        ],
      },
    ],
  });
});

const run = (...words: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'src', 'build', 'run.js'), 'charts', ...words], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', INIT_CWD: folder },
  });

test('npm run charts -- diff ends with 2 where there is no such commit', () => {
  expect(run('diff', 'nope', '--exit-code')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^There is no commit nope in the repository in .+\.\n$/),
  });
});

test('npm run charts -- ./door.ts --svg writes the drawing of any chart; an unknown one ends with 2', () => {
  write('machines/door.ts', DOOR);
  expect(run('./machines/door.ts', '--svg', 'door.svg')).toMatchObject({
    status: 0,
    stdout: '',
    stderr: '',
  });
  expect(readFileSync(join(folder, 'door.svg'), 'utf8')).toMatch(/^<svg .*\n<title>door<\/title>/);
  expect(run('nope', '--svg')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('No chart nope'),
  });
});
