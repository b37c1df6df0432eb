import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#build/root.ts';

const FOLDER = 'docs/decisions';
const SECTIONS = ['Context', 'Decision', 'Rejected alternatives', 'Consequences', 'Changes'];
const PATHS = /`((?:src|tests|machines|public|docs)\/[^`\s*…<]+)`/g;
const LINKS = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const titleOf = (text: string): string => /^# (.+)\n/.exec(text)?.[1] ?? '';

const decisions = readdirSync(join(ROOT, FOLDER))
  .filter((name) => name !== 'README.md')
  .map((name) => ({ name, text: read(join(FOLDER, name)) }));

describe('docs/decisions', () => {
  it.each(decisions)('$name has a title and the sections of a decision', ({ name, text }) => {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*\.md$/);
    const [title, ...sections] = text.split(/^#{2,} /m);
    expect(title).toMatch(/^# .+\n\n$/);
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(SECTIONS);
    expect(sections.filter((section) => !section.trim().includes('\n'))).toEqual([]);
  });

  it.each(decisions)('$name ends with one line for each day of changes', ({ text }) => {
    const [, changes = ''] = text.split('## Changes\n\n');
    const entries = changes.trim().replaceAll('\n  ', ' ').split('\n');
    const days = entries.map((entry) => /^- (\d{4}-\d{2}-\d{2}): \S/.exec(entry)?.[1] ?? entry);
    expect(days.filter((day) => Number.isNaN(Date.parse(day)))).toEqual([]);
    expect(days).toEqual([...new Set(days)].sort());
  });

  it.each(decisions)('$name names paths that exist', ({ text }) => {
    const paths = [...text.matchAll(PATHS)].map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('has an index with one row for every subject', () => {
    const rows = read(join(FOLDER, 'README.md')).matchAll(/^\| (\[.+\]\(.+\)) \| \S.* \|$/gm);
    expect([...rows].map(([, link]) => link).sort()).toEqual(
      decisions.map(({ name, text }) => `[${titleOf(text)}](${name})`).sort(),
    );
  });
});

describe('the documents', () => {
  const pages = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];

  /** The anchors that GitHub gives to the headings of a page. */
  const anchorsOf = (page: string): string[] =>
    [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  const isMissing = (page: string, target: string, anchor: string | undefined): boolean => {
    const path = target === '' ? page : join(dirname(page), target);
    if (!existsSync(join(ROOT, path))) return true;
    return anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).includes(anchor);
  };

  it.each(pages)('%s links to files and headings that exist', (page) => {
    const links = [...read(page).matchAll(LINKS)];
    const missing = links.filter(([, target = '', anchor]) => isMissing(page, target, anchor));
    expect(missing.map(([link]) => link)).toEqual([]);
  });

  it('keep the README within 120 lines', () => {
    expect(read('README.md').split('\n').length - 1).toBeLessThan(121);
  });
});
