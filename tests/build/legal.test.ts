import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newestDayOf } from '#build/legal/parse-legal.ts';
import { pageHead } from '#build/site/page-head.ts';
import { sitemap } from '#build/site/sitemap.ts';
import { listedPages } from '#tests/support/head-pages.ts';
import { clauseText, documentText, htmlOf } from '#tests/support/legal-text.ts';
import privacy from '#web/content/legal/privacy.md';
import agreement from '#web/content/legal/subscription-agreement.md';
import terms from '#web/content/legal/terms.md';
import { routes } from '#web/routing/routes.tsx';

const documents = [terms, agreement, privacy];
const named = documents.map((document) => [document.path, document] as const);

const AMENDED = /^Amended .*\n\n/gm;
const today = new Date().toISOString().slice(0, 10);

test.each(named)(
  'the text of %s is the approved one, and a change has its line',
  async (path, document) => {
    const file = join(import.meta.dirname, '..', 'approved', `legal${path}.txt`);
    const text = documentText(document);
    if (existsSync(file) && newestDayOf(document) !== today) {
      const approved = readFileSync(file, 'utf8');
      if (approved.replaceAll(AMENDED, '') !== text.replaceAll(AMENDED, ''))
        expect(
          text.match(AMENDED),
          `The text of ${path} has changed: add a line "Amended <today>: <what>" below "Last Updated", then approve the text (npx vitest run --project=unit tests/build/legal.test.ts -u)`,
        ).not.toEqual(approved.match(AMENDED));
    }
    await expect(text).toMatchFileSnapshot(file);
  },
);

test('each legal text has its first date and says what has changed since', () => {
  for (const { lastUpdated, amendments } of documents) {
    expect(lastUpdated).toBe('January 12, 2024');
    expect(amendments.length).toBeGreaterThan(0);
  }
  expect(privacy.amendments[0]).toEqual({ date: '23 November 2026', what: 'passkeys' });
});

test.each([
  [privacy, '21.1'],
  [terms, '14.1'],
] as const)(
  'what is said to be the date of the last change is that of the newest line',
  (document, clause) => {
    expect(clauseText(document, clause)).toContain('The newest date at the top says when');
    const [page] = listedPages.filter(({ path }) => path === document.path);
    const day = newestDayOf(document);
    expect(page && pageHead(page)).toContain(`"dateModified":"${day}"`);
    expect(sitemap(listedPages)).toMatch(new RegExp(`${document.path}</loc>\\s*<lastmod>${day}<`));
  },
);

test.each(named)('%s is a route', (path) => {
  expect(routes).toHaveProperty([path]);
});

test.each(named)('every link of %s has a target', (_, document) => {
  const places = new Set(
    documents.flatMap(({ path, sections }) => [
      path,
      ...sections.flatMap(({ id, clauses }) =>
        [id, ...clauses.map((clause) => clause.id)].map(
          (place) => `${path}?clause=${place}#clause-${place}`,
        ),
      ),
    ]),
  );
  const links = [...htmlOf(document).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((href) => !href?.startsWith('mailto:') && !places.has(`${href}`))).toEqual(
    [],
  );
});

test('the policy has the specified sections in order', () => {
  expect(privacy.title).toBe('Privacy Policy');
  expect(privacy.sections.map(({ heading }) => heading)).toEqual([
    'Information We Collect',
    'Other Information Collected',
    'Information from Third Parties',
    'Talent Search',
    'How We Use Information',
    'Automated Decisions',
    'Disclosure',
    'Your Choices',
    'Third Parties',
    'Log Data',
    'Location Information',
    'Cookies',
    "Children's Privacy",
    'Service Providers',
    'Communications',
    'Compliance With Laws',
    'Business Transaction',
    'Security',
    'International Transfer',
    'Update Your Information',
    'Changes to this Privacy Policy',
    'Contact Information',
  ]);
});
