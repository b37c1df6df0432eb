import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { notesOf } from '#build/commands/releases.ts';
import { ROOT } from '#build/root.ts';
import { version } from '#server/config/app-config.ts';

const changelog = readFileSync(`${ROOT}CHANGELOG.md`, 'utf8');

it('CHANGELOG.md has notes of the version in package.json', () => {
  expect(notesOf(changelog, version)).toMatch(/^For operators:$/m);
});

it('notes end at the next version, and a part of a version is none', () => {
  const text = '# Changelog\n\n## 0.10.0\n\nten\n\n## 0.1.0 (old)\n\none\n';
  expect([notesOf(text, '0.10.0'), notesOf(text, '0.1.0'), notesOf(text, '0.1')]).toEqual([
    'ten',
    'one',
    '',
  ]);
});
