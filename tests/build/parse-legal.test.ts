import { expect, test } from 'vitest';
import { newestDayOf, parseLegal } from '#build/legal/parse-legal.ts';

const parse = (body: string, amended = '') =>
  parseLegal(
    '/terms',
    `# Title\n\nLast Updated January 12, 2024\n\n${amended}© someone\n\n## 1. One\n\n1.1 ${body}\n`,
  );

test('a text has the date of its newest line', () => {
  expect(newestDayOf(parse('A'))).toBe('2024-01-12');
  const lines = 'Amended 3 May 2025: fees\n\nAmended 21 June 2025: cookies: two more\n\n';
  const amended = parse('A', lines);
  expect(newestDayOf(amended)).toBe('2025-06-21');
  expect(amended.amendments).toEqual([
    { date: '3 May 2025', what: 'fees' },
    { date: '21 June 2025', what: 'cookies: two more' },
  ]);
});

test.each([
  ['Amended 3 May 2023: fees\n\n', 'Not after the line above'],
  ['Amended 3 May 2025: fees\n\nAmended 3 May 2025: cookies\n\n', 'Not after the line above'],
  ['Amended lately: fees\n\n', 'Invalid time value'],
])('an amendment without a day of its own is refused: %s', (lines, message) => {
  expect(() => parse('A', lines)).toThrow(message);
});

test.each([
  ['raw HTML', 'Text <b>bold</b>', 'Raw HTML'],
  ['a block of HTML', 'Text\n\n<script>alert(1)</script>', 'Raw HTML'],
  ['an image', '![x](x.png)', 'An image'],
  ['a link that runs a script', '[x](javascript:alert(1))', 'This address'],
  ['a link to another site', '[x](https://other.example)', 'This address'],
  ['an anchor, which would be another route', '[x](#clause)', 'This address'],
  ['an unknown placeholder', 'By {{nobody}}', 'No such value'],
  ['a part of something unknown', 'By {{#nobody}}us{{/nobody}}', 'No such part'],
  ['a clause out of order', 'A\n\n1.3 C', '1.3 stands where 1.2 belongs'],
  ['a reference to a clause that is missing', 'See clause 4.', "which isn't there"],
  ['one of several clauses that is missing', 'See clauses 1, 1.1 and 4.2.', "4.2, which isn't"],
])('%s is refused', (_, body, message) => {
  expect(() => parse(body)).toThrow(message);
});

test('an optional part stays where its variable has a value', () => {
  const text = '# T\n\nLast Updated May 3, 2025\n\n© x\n\n## 1. One\n\n1.1 A{{#tag}}, B{{/tag}}.';
  const clauseWith = (env: NodeJS.ProcessEnv) =>
    parseLegal('/terms', text, env).sections[0]?.clauses[0]?.html.trim();
  expect(clauseWith({ VITE_TAG_URL: 'https://tag.example/' })).toBe('<p>A, B.</p>');
  expect(clauseWith({ VITE_TAG_URL: '' })).toBe('<p>A.</p>');
});

test('a reference to a clause becomes a link', () => {
  const [section] = parse('A\n\n1.2 See clause 1.1.').sections;
  expect(section?.clauses[1]?.html).toContain(
    '<a href="/terms?clause=1.1#clause-1.1">clause 1.1</a>',
  );
});

test('each of several clauses becomes a link of its own', () => {
  const [section] = parse('A\n\n1.2 Clauses 1, 1.1 and 1.2, and 12 days.').sections;
  expect(section?.clauses[1]?.html).toContain(
    'Clauses <a href="/terms?clause=1#clause-1">1</a>, <a href="/terms?clause=1.1#clause-1.1">1.1</a> and <a href="/terms?clause=1.2#clause-1.2">1.2</a>, and 12 days.',
  );
});

test('a link without a clause number in its text prints its target', () => {
  const [section] = parse(
    'See [retention](/privacy?clause=18), [fees](/subscription-agreement?clause=6), [measures](/subscription-agreement?clause=E1), [section 3](/privacy?clause=3) and [all](/privacy).',
  ).sections;
  const html = section?.clauses[0]?.html;
  for (const link of [
    '<a href="/privacy?clause=18#clause-18" data-place="section 18">retention</a>',
    '<a href="/subscription-agreement?clause=6#clause-6" data-place="clause 6">fees</a>',
    '<a href="/subscription-agreement?clause=E1#clause-E1" data-place="Exhibit 1">measures</a>',
    '<a href="/privacy?clause=3#clause-3">section 3</a>',
    '<a href="/privacy">all</a>',
  ])
    expect(html).toContain(link);
});
