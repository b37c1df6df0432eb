import { expect, test } from 'vitest';
import { parseLegal } from '#build/parse-legal.ts';

const parse = (body: string) =>
  parseLegal('/terms', `# Title\n\nLast Updated today\n\n© someone\n\n## 1. One\n\n1.1 ${body}\n`);

test.each([
  ['raw HTML', 'Text <b>bold</b>', 'Raw HTML'],
  ['a block of HTML', 'Text\n\n<script>alert(1)</script>', 'Raw HTML'],
  ['an image', '![x](x.png)', 'An image'],
  ['a link that runs a script', '[x](javascript:alert(1))', 'This address'],
  ['a link to another site', '[x](https://other.example)', 'This address'],
  ['an anchor, which would be another route', '[x](#clause)', 'This address'],
  ['an unknown placeholder', 'By {{nobody}}', 'No such value'],
  ['a clause out of order', 'A\n\n1.3 C', '1.3 stands where 1.2 belongs'],
  ['a reference to a clause that is missing', 'See clause 4.', "which isn't there"],
])('%s is refused', (_, body, message) => {
  expect(() => parse(body)).toThrow(message);
});

test('a reference to a clause becomes a link', () => {
  const [section] = parse('A\n\n1.2 See clause 1.1.').sections;
  expect(section?.clauses[1]?.html).toContain('<a href="#/terms?clause=1.1">clause 1.1</a>');
});
