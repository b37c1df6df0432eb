import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#build/root.ts';

/**
 * The requirements of levels 1 and 2 in the chapters that are promised whole, by section: OWASP ASVS
 * 5.0.0 as released (its CSV). What a section skips is of level 3.
 */
const COMPLETE: Record<string, readonly number[]> = {
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
};

const security = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const page = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8');
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', asked = '', where = '']) => ({ id, level, asked, where }),
);

it('every test that a promise names exists', () => {
  const [, table = ''] = /## What is promised.*?\n\n(\|.*?)\n\n/s.exec(security) ?? [];
  const names = table
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)]);
  const files = names.map(([, name]) => `tests/server/${name}.test.ts`);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it('every file that the pages name exists', () => {
  const names = [...`${page}${security}`.matchAll(/`((?:src|tests|machines|public)\/[^`\s]+)`/g)];
  const files = new Set(names.map(([, file = '']) => file));
  expect(files.size).toBeGreaterThan(60);
  expect([...files].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it('every requirement of the chapters that are promised whole has its row, once', () => {
  const ids = rows.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const promised = Object.entries(COMPLETE).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  expect(ids.filter((id) => /^[3-8]\./.test(id))).toEqual(promised);
});

it('every row says that it is held and where, or that it is not and why', () => {
  for (const { id, level, asked, where } of rows) {
    expect([id, level]).toEqual([id, expect.stringMatching(/^[12]$/)]);
    expect(asked.length, id).toBeGreaterThan(5);
    expect(where, id).toMatch(
      /^(?:held\b.*: .|not held\b.*(?:: |, | unless | by | but ).|n\/a: .)/,
    );
  }
});
