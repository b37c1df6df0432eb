import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import type { Claim } from '#web/content/claims.ts';
import * as claims from '#web/content/claims.ts';
import { counted } from '#web/content/counted.ts';
import { demoTagline } from '#web/content/demo-tagline.ts';

const folder = join(ROOT, 'src', 'web', 'content');

/** Drawn marks hold numbers that look like figures. */
const DRAWING = /^\s*mark: .*$/gm;

const texts = [
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('claims.ts'))
    .map((file) => ({ file, path: join(folder, file) })),
  { file: 'routes.tsx', path: join(ROOT, 'src', 'web', 'routes.tsx') },
].map(({ file, path }) => ({ file, text: readFileSync(path, 'utf8').replaceAll(DRAWING, '') }));

const named = Object.entries<Claim>(claims);

test.each(named.map(([name]) => name))('the claim %s is told somewhere', (name) => {
  const use = new RegExp(`claims\\.${name}\\b`, 'i');
  expect(texts.some(({ text }) => use.test(text))).toBe(true);
});

/** The number with its unit: `5%` of `Under 5%`; a rank keeps its word, because a bare 3 is everywhere. */
const numberOf = (figure: string): string => figure.replace(/^(?:About|Over|Under|Up to) /, '');

const figures = [...new Set(named.map(([, { figure }]) => numberOf(figure)))];

test.each(figures)('%s is typed in one file only', (figure) => {
  const byHand = new RegExp(`(?<![\\w,.])${figure.replaceAll(/[+.]/g, '\\$&')}(?![\\w,])`, 'i');
  expect(texts.filter(({ text }) => byHand.test(text)).map(({ file }) => file)).toEqual([]);
});

test('the demo pages keep the letter of their tagline', () => {
  expect(demoTagline).toBe('Schedule a 15-min demo with our experts');
});

test.each([
  [claims.responses, 50_000, '+'],
  [claims.userRating, 91, '%'],
  [claims.shortlistToHire, 5, ' to 1'],
] as const)('$figure counts up to %i', (claim, to, suffix) => {
  expect(counted(claim)).toMatchObject({ to, suffix });
});

test('a figure without a number at its beginning is no number to count up to', () => {
  expect(() => counted(claims.failedHire)).toThrow('Up to 200%');
});
