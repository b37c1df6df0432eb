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

/**
 * Files that own figures: claims, plans, addresses of offices, and the invented people of mock-ups, voices and stories, whose figures
 * are of nobody.
 */
const OWNERS =
  /(?:claims|plans|mock-ups|testimonials|customer-logos|format-time|brand|funnel)\.ts$|^legal\b|^about\.ts$/;

/** Words of the specification, of standards, and of the drawn shortlist of the campaign. */
const NAMES = [
  '24/7',
  '1st job',
  '1:1',
  '500*500',
  '404 Not Found',
  'A six digit OTP',
  '412 applied',
  '396 interviewed',
  '3 shortlisted',
  // The drawn pieces of home's features.
  '3 years of Kafka',
  'marked at 04:12',
  'Eight hours of screening',
];

const COUNT =
  'two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred';
const UNIT =
  'seconds?|minutes?|hours?|(?:business )?days?|months?|years?|interviews?|users?|job posts?|jobs|digits?|characters|plans|attempts';
/** A number in digits, or in words before what a limit or a time counts. */
const FIGURE = new RegExp(`\\d|₹|\\b(?:${COUNT})\\b[- ](?:${UNIT})\\b`, 'i');

/** The other sources whose texts people read: views, what both sides say, mails. */
const further = [
  ['web', /\.tsx$/],
  ['contract', /^[\w-]+\.ts$/],
  ['server', /-mails?\.ts$/],
].flatMap(([part, names]) =>
  readdirSync(join(ROOT, 'src', String(part)), { recursive: true, encoding: 'utf8' })
    .filter((file) => (names as RegExp).test(file) && file !== 'routing/routes.tsx')
    .map((file) => ({ file, text: readFileSync(join(ROOT, 'src', String(part), file), 'utf8') })),
);

const WORDS = /'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g;
const VIEW_WORDS = new RegExp(`${WORDS.source}|="([^"\\n]*)"|>([^<>{}=;]+)<`, 'g');

/** The texts of a source: strings, templates and those of elements, without statements, placeholders and markup. */
const wordsIn = (source: string, isView: boolean): string[] =>
  [
    ...source
      .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
      .replaceAll(/\bsql(?:<[^`]*>)?`[^`]*`/g, '')
      .replaceAll(/\$\{[^{}]*\}/g, '…')
      .matchAll(isView ? VIEW_WORDS : WORDS),
  ]
    .map(([, ...found]) => found.find(Boolean) ?? '')
    .map((words) => words.replaceAll(/<[^>]*>/g, ' '))
    .map((words) => NAMES.reduce((rest, name) => rest.replaceAll(name, ''), words))
    // Words only: neither addresses and dates nor names of things, drawings or conditions.
    .filter((words) => / [a-z]{3}|[a-z]{3} /i.test(words));

test('a price, a limit or a time comes from the data that owns it, on every page and in every mail', () => {
  const checked = [...texts, ...further].filter(({ file }) => !OWNERS.test(file));
  expect(checked.length).toBeGreaterThan(150);
  const typed = checked.flatMap(({ file, text }) =>
    wordsIn(text, file.endsWith('.tsx'))
      .filter((words) => FIGURE.test(words))
      .map((words) => `${file}: ${words}`),
  );
  expect(typed).toEqual([]);
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
