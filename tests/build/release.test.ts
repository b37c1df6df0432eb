import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { notesOf, versionAfter } from '#build/commands/releases.ts';
import { ROOT } from '#build/root.ts';
import { version } from '#server/config/app-config.ts';
import { isNewer } from '#server/database/migrate.ts';

const changelog = readFileSync(`${ROOT}CHANGELOG.md`, 'utf8');

it('CHANGELOG.md has notes of the version in package.json, or of what is not released', () => {
  const heading = version.includes('-') ? 'Unreleased' : version;
  expect(notesOf(changelog, heading)).toMatch(/^For operators:$/m);
});

it('notes end at the next version, and a part of a version is none', () => {
  const text = '# Changelog\n\n## 0.10.0\n\nten\n\n## 0.1.0 (old)\n\none\n';
  expect([notesOf(text, '0.10.0'), notesOf(text, '0.1.0'), notesOf(text, '0.1')]).toEqual([
    'ten',
    'one',
    '',
  ]);
});

it('the version after a release is above it, and below what it becomes', () => {
  const next = versionAfter('0.9.3');
  expect(next).toBe('0.10.0-next');
  expect([isNewer(next, '0.9.3'), isNewer(next, '0.10.0'), isNewer('0.10.0', next)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([isNewer('0.9.3', next), isNewer(next, next), isNewer('0.9.3', '0.9.3')]).toEqual([
    false,
    false,
    false,
  ]);
});
