import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#build/root.ts';

/**
 * Requirements of levels 1 and 2 in the chapters that docs/asvs.md covers completely, by section (source:
 * OWASP ASVS 5.0.0, CSV). Missing numbers are of level 3.
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
const ids = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \| .+ \|$/gm)].map(([, id = '']) => id);

it('SECURITY.md names tests that exist', () => {
  const [, table = ''] = /## Guarantees.*?\n\n(\|.*?)\n\n/s.exec(security) ?? [];
  const names = table
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => name);
  // Tests may be in a folder of their subject.
  const tests = readdirSync(join(ROOT, 'tests/server'), { recursive: true, encoding: 'utf8' });
  const isTest = (name: string): boolean =>
    tests.some((file) => `/${file.replaceAll('\\', '/')}`.endsWith(`/${name}.test.ts`));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !isTest(name))).toEqual([]);
});

it('SECURITY.md and docs/asvs.md name files that exist', () => {
  const names = [
    ...`${page}${security}`.matchAll(/`((?:src|tests|machines|public|docs)\/[^`\s]+)`/g),
  ];
  const files = new Set(names.map(([, file = '']) => file));
  expect(files.size).toBeGreaterThan(60);
  expect([...files].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it('docs/asvs.md refers to sections that exist', () => {
  const references = [...page.matchAll(/`([\w/]+\.md)`, ([A-Z][a-z ]+[a-z])/g)].map(
    ([, file = '', title = '']) => ({ file, title }),
  );
  expect(references.length).toBeGreaterThan(8);
  const missing = references.filter(
    ({ file, title }) => !readFileSync(join(ROOT, file), 'utf8').includes(`\n## ${title}\n`),
  );
  expect(missing).toEqual([]);
});

it('docs/asvs.md has one row for each requirement of the complete chapters', () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const required = Object.entries(COMPLETE).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  expect(ids.filter((id) => /^[3-8]\./.test(id))).toEqual(required);
});
