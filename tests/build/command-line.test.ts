import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Command, commandTable, runCommandLine } from '#build/commands/command-line.ts';
import { ROOT } from '#build/root.ts';

const printed: string[] = [];
const failed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  failed.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => void failed.push(line));
});
afterEach(() => {
  process.exitCode = 0;
});

const runWith = vi.fn<Command['run']>();
const load = async () => ({
  commands: {
    build: {
      help: 'npm run build: help text',
      options: { json: { type: 'boolean' }, to: { type: 'string' } },
      run: runWith,
    },
  },
});

describe('the command line', () => {
  test('lists every command on --help', async () => {
    await runCommandLine(['--help'], load);
    for (const name of Object.keys(commandTable)) expect(printed.join()).toContain(`  ${name}`);
  });

  test('passes the parsed words to the command', async () => {
    await runCommandLine(['build', '--json', '--to', 'done'], load);
    expect(runWith).toHaveBeenCalledExactlyOnceWith({
      values: expect.objectContaining({ json: true, to: 'done' }),
      positionals: [],
    });
  });

  test('prints the help of a command instead of running it', async () => {
    runWith.mockClear();
    await runCommandLine(['build', '--help'], load);
    expect(printed).toEqual(['npm run build: help text']);
    expect(runWith).not.toHaveBeenCalled();
  });

  test.each([
    [['bulid'], "Unknown command 'bulid'. Help: node src/build/run.js --help"],
    [['toString'], "Unknown command 'toString'. Help: node src/build/run.js --help"],
    [['build', '--jsn'], "Unknown option '--jsn'. Help: node src/build/run.js build --help"],
    [['build', 'word'], "Unexpected argument 'word'. Help: node src/build/run.js build --help"],
    [
      ['build', '--to'],
      "Option '--to <value>' argument missing. Help: node src/build/run.js build --help",
    ],
  ])('answers %j with one line and exit code 2', async (words, line) => {
    runWith.mockClear();
    await runCommandLine(words, load);
    expect(failed).toEqual([line]);
    expect(process.exitCode).toBe(2);
    expect(runWith).not.toHaveBeenCalled();
  });
});

test('every command has a file, and every npm script is a command or runs its tools', () => {
  const files = Object.values(commandTable).map(({ file }) => file);
  expect(files.filter((file) => !existsSync(join(ROOT, 'src', file)))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const [name, script] of Object.entries(scripts)) {
    if (/^(?:vitest|tsc|biome) /.test(String(script))) continue;
    expect(script).toBe(`node src/build/run.js ${name}`);
    expect(commandTable).toHaveProperty([name]);
  }
});

const serverCommands = ['company', 'funnel', 'leads'];

test.each(Object.keys(commandTable).filter((name) => !serverCommands.includes(name)))(
  '%s has a help text',
  async (name) => {
    await runCommandLine(
      [name, '--help'],
      (file) => import(/* @vite-ignore */ `../../src/${file}`),
    );
    expect(printed.join()).toMatch(/^(?:npm|node src\/build\/run\.js) /);
  },
);

test.each(serverCommands)('%s prints its help without a build', (name) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'src', 'build', 'run.js'), name, '--help'],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`npm run ${name} -- `);
});

test('a command says what to install where only the dependencies of production are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitara-pruned-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'src', 'build', 'run.js');
  cpSync(join(ROOT, 'src', 'build', 'run.js'), script);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { status, stderr } = spawnSync(process.execPath, [script, 'launch'], { encoding: 'utf8' });
  expect(stderr).toBe('This command needs the development dependencies: npm ci\n');
  expect(status).toBe(1);
});

test('npm run charts simulates no chart without its name', async () => {
  const { commands } = await import('#build/commands/generate.ts');
  await runCommandLine(['charts', '--open'], async () => ({ commands }));
  expect(failed.join()).toContain('npm run charts -- ./door.ts --open');
  expect(process.exitCode).toBe(2);
  expect(printed).toEqual([]);
});
