import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import * as campaignClaims from '#web/content/campaign-claims.ts';
import type { Claim } from '#web/content/claim.ts';
import { countUpOf } from '#web/content/claim.ts';
import * as siteClaims from '#web/content/claims.ts';
import { demoTagline } from '#web/content/demo-tagline.ts';

const claims = { ...siteClaims, ...campaignClaims };

const folder = join(ROOT, 'src', 'web', 'content');

/** SVG paths of logos, whose numbers look like figures. */
const LOGO_PATH = /^\s*mark: .*$/gm;

const texts = [
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('claims.ts'))
    .map((file) => ({ file, path: join(folder, file) })),
  { file: 'routes.tsx', path: join(ROOT, 'src', 'web', 'routing', 'routes.tsx') },
].map(({ file, path }) => ({ file, text: readFileSync(path, 'utf8').replaceAll(LOGO_PATH, '') }));

const named = Object.entries<Claim>(claims);

test.each(named.map(([name]) => name))('the claim %s appears on the site', (name) => {
  const use = new RegExp(`claims\\.${name}\\b`, 'i');
  expect(texts.some(({ text }) => use.test(text))).toBe(true);
});

/** The number with its unit: `5%` of `Under 5%`. A rank keeps its word, because a bare 3 is frequent. */
const numberOf = (figure: string): string => figure.replace(/^(?:About|Over|Under|Up to) /, '');

const figures = [...new Set(named.map(([, { figure }]) => numberOf(figure)))];

test.each(figures)('%s is written in the claims only', (figure) => {
  const literal = new RegExp(`(?<![\\w,.])${figure.replaceAll(/[+.]/g, '\\$&')}(?![\\w,])`, 'i');
  expect(texts.filter(({ text }) => literal.test(text)).map(({ file }) => file)).toEqual([]);
});

test('the demo pages show their tagline word for word', () => {
  expect(demoTagline).toBe('Schedule a 15-min demo with our experts');
});

test.each([
  [claims.responses, 50_000, '+'],
  [claims.userRating, 91, '%'],
  [claims.shortlistToHire, 5, ' to 1'],
] as const)('$figure counts up to %i', (claim, to, suffix) => {
  expect(countUpOf(claim)).toMatchObject({ to, suffix });
});

test('a figure that does not begin with a number cannot count up', () => {
  expect(() => countUpOf(claims.failedHire)).toThrow('Up to 200%');
});
