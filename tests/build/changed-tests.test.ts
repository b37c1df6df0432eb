// @module-tag further
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import {
  changedFiles,
  findChangedTests,
  READERS,
  selectTests,
  withTestFiles,
} from '#build/testing/changed-tests.ts';
import type { Mutation } from '#build/testing/mutations.ts';
import { readDependencies, type TestDependencies } from '#build/testing/test-dependencies.ts';

const lists: Record<string, Record<string, Mutation[]>> = import.meta.glob('../mutations/*.ts', {
  eager: true,
});
const mutations = Object.values(lists).flatMap((list) => Object.values(list).flat());

const PRICING = 'src/web/pages/pricing/pricing.tsx';
const LOGIN = 'src/web/pages/login/login.tsx';
const RECORDED = 'tests/journeys/pages/late-font.test.ts';
const OUTDATED = 'tests/journeys/pages/fonts.test.ts';

let unrecorded: TestDependencies;
let recorded: TestDependencies;

beforeAll(() =>
  withTestFiles(['unit', 'web', 'server', 'journeys'], [], async (vitest, files) => {
    const modules = ['src/web/main.tsx', PRICING];
    unrecorded = await readDependencies(vitest, files, new Set(), () => undefined);
    recorded = await readDependencies(vitest, files, new Set(), (file) => ({
      startedAt: file === OUTDATED ? 0 : Number.POSITIVE_INFINITY,
      modules: file === RECORDED || file === OUTDATED ? modules : [],
    }));
  }),
);

const reasons = (file: string, all: TestDependencies): Record<string, string> =>
  Object.fromEntries(selectTests([file], all).map((one) => [one.file, one.reason]));

const mutatedFiles = [...new Set(mutations.map(({ file }) => file))];

test.each(mutatedFiles)('the tests that notice the faults of a file run: %s', (file) => {
  const run = reasons(file, unrecorded);
  const faults = mutations.filter((mutation) => mutation.file === file);
  const missed = faults.filter(({ tests }) => tests.some((name) => run[name] === undefined));
  expect(missed.map(({ name }) => name)).toEqual([]);
});

describe('a file of tests runs', () => {
  test('if it imports what changed, through others too', () => {
    expect(reasons('src/contract/ascii-domain.ts', recorded)).toMatchObject({
      'tests/contract/punycode.test.ts': 'imports src/contract/ascii-domain.ts',
      'tests/contract/email.test.ts': 'imports src/contract/ascii-domain.ts',
    });
  });

  test('if it imports a text', () => {
    const sql = 'src/server/database/functions/count_stages.sql';
    expect(reasons(sql, recorded)).toHaveProperty(['tests/server/leads/demo-form.test.ts']);
  });

  test('if its pages load what changed, by import, style or public file', () => {
    for (const file of [PRICING, 'src/web/pages/pricing/pricing.module.css', 'src/web/main.tsx'])
      expect(reasons(file, recorded)[RECORDED]).toBe(`its pages load ${file}`);
    expect(reasons('src/web/styles/tokens.css', recorded)).toHaveProperty([RECORDED]);
  });

  test('if the programs that build its pages changed', () => {
    expect(reasons('vite.config.ts', recorded)).toHaveProperty([RECORDED]);
    expect(reasons('index.html', recorded)).toHaveProperty([RECORDED]);
  });

  test('if its pages may load what changed, and its record is missing or older than a module', () => {
    const reason = 'what its pages load is not recorded';
    expect(reasons(LOGIN, unrecorded)[RECORDED]).toBe(reason);
    expect(reasons(LOGIN, recorded)[OUTDATED]).toBe(reason);
  });

  test('if it starts the built server', () => {
    expect(reasons('src/server/main.ts', recorded)).toMatchObject({
      'tests/server/process/kill.test.ts': 'runs the server with src/server/main.ts',
    });
  });

  test('if nobody knows what a file concerns, or it concerns everything', () => {
    for (const file of ['package.json', 'vitest.config.ts', 'no/such/file.bin'])
      expect(selectTests([file], recorded)).toHaveLength(recorded.imports.size);
  });
});

test('a file of tests does not run for other pages, for documents, or for tests of other commands', () => {
  expect(reasons(LOGIN, recorded)).not.toHaveProperty([RECORDED]);
  expect(reasons('docs/deploy.md', unrecorded)).not.toHaveProperty([RECORDED]);
  expect(reasons('tests/bench/median.ts', unrecorded)).not.toHaveProperty([RECORDED]);
});

test('what tests read without importing it is listed', () => {
  const readers = [...recorded.imports.keys()].filter((file) =>
    /#build\/root\.ts|new URL\([^)]*import\.meta\.url|FileSnapshot\(/.test(
      readFileSync(join(ROOT, file), 'utf8'),
    ),
  );
  expect(readers.length).toBeGreaterThan(30);
  const isListed = (file: string) => READERS.some(([tests]) => file.startsWith(tests));
  expect(readers.filter((file) => !isListed(file))).toEqual([]);
});

test('a file of npm run test:all does not run', async () => {
  const words = ['tests/chart-paths/', 'tests/journeys/flows/login.'];
  const { selected, total } = await findChangedTests(['machines/login.ts'], ['journeys'], words);
  expect(selected.map(({ file }) => file)).toEqual(['tests/journeys/flows/login.test.ts']);
  expect(total).toBe(1);
});

describe('the changed files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitara-changed-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      cwd: folder,
    });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  test('are those that were edited, staged, added, renamed or removed since the commit', () => {
    git('init', '--quiet');
    for (const name of ['same', 'edited', 'staged', 'removed', 'old name']) write(name, name);
    write('.gitignore', 'ignored');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    write('edited', 'again');
    write('staged', 'again');
    write('new name', 'old name');
    git('add', 'staged', 'new name');
    git('rm', '--quiet', 'removed', 'old name');
    write('added', 'text');
    write('ignored', 'text');
    const changed = ['added', 'edited', 'new name', 'old name', 'removed', 'staged'];
    expect(changedFiles('HEAD', folder).sort()).toEqual(changed);
  });

  test('need a commit that git knows', () => {
    expect(() => changedFiles('mian', folder)).toThrow("fatal: bad revision 'mian'");
  });
});
