import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#build/root.ts';

const FOLDER = join(ROOT, 'docs', 'decisions');
const files = readdirSync(FOLDER).filter((name) => /^\d/.test(name));
const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const PATHS = /`((?:src|tests|machines|public|docs)\/[^`\s*…<]+)`/g;

const decisions = files.sort().map((name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const field = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
  return {
    name,
    text,
    number: name.slice(0, 3),
    title: field(/^# \d{3}\. (.+)$/m),
    date: field(/^Date: (\d{4}-\d{2}-\d{2})$/m),
    status: field(/^Status: (.+)$/m),
  };
});

describe('docs/decisions', () => {
  it('has a number, a title, a date, a status and three sections in every file', () => {
    expect(decisions.length).toBeGreaterThan(50);
    for (const { name, text, number, title, date, status } of decisions) {
      expect(name).toMatch(/^\d{3}-[a-z0-9-]+\.md$/);
      expect(text.startsWith(`# ${number}. ${title}\n`), name).toBe(true);
      expect(date, name).not.toBe('');
      expect(status, name).toMatch(/^(?:Accepted|Superseded by \[\d{3}\]\([\w.-]+\))$/);
      expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
        'Context',
        'Decision',
        'Consequences',
      ]);
    }
  });

  it('has consecutive numbers', () => {
    const numbers = decisions.map(({ number }) => Number(number));
    expect(numbers).toEqual(numbers.map((_, position) => position + 1));
  });

  it('has an index with one row for every decision', () => {
    const rows = index.split('\n').filter((line) => line.startsWith('| ['));
    expect(rows).toEqual(
      decisions.map(
        ({ number, name, title, date, status }) =>
          `| [${number}](${name}) | ${title} | ${date} | ${status} |`,
      ),
    );
  });

  it('names files that exist, unless the decision is superseded', () => {
    for (const { name, text, status } of decisions) {
      if (status !== 'Accepted') continue;
      const missing = [...text.matchAll(PATHS)].filter(
        ([, path = '']) => !existsSync(join(ROOT, path)),
      );
      expect(
        missing.map(([, path]) => path),
        name,
      ).toEqual([]);
    }
  });
});

describe('the documents', () => {
  const pages = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];

  it('link to files that exist', () => {
    const missing = pages.flatMap((page) => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(ROOT, dirname(page), target)))
        .map((target) => `${page}: ${target}`);
    });
    expect(missing).toEqual([]);
  });

  it('keep the README within 120 lines', () => {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n').length - 1).toBeLessThan(121);
  });
});
