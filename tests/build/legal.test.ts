import { expect, test } from 'vitest';
import * as brand from '#contract/brand.ts';
import { clauseText, htmlOf, textOf } from '#tests/support/legal-text.ts';
import privacy from '#web/content/legal/privacy.md';
import agreement from '#web/content/legal/subscription-agreement.md';
import terms from '#web/content/legal/terms.md';
import { routes } from '#web/routing/routes.tsx';

const documents = [terms, agreement, privacy];
const named = documents.map((document) => [document.path, document] as const);

test.each(named)('%s has its date and its company', (_, document) => {
  expect(document.lastUpdated).toBe('January 12, 2024');
  expect(document.copyright).toBe(`© 2023-2030 ${brand.company}`);
});

test('the documents have the paths of the routes', () => {
  expect(documents.map(({ path }) => path)).toEqual([
    '/terms',
    '/subscription-agreement',
    '/privacy',
  ]);
  for (const { path } of documents) expect(routes).toHaveProperty([path]);
});

test.each(named)('%s has no placeholder, exclamation mark or style', (_, document) => {
  const html = htmlOf(document);
  expect(html).not.toMatch(/\{\{|\}\}|style=|!|<script/);
  expect(html).not.toMatch(/&quot;|&#39;/);
});

test.each(named)('%s names both mailboxes as links', (_, document) => {
  for (const mailbox of [brand.supportEmail, brand.infoEmail])
    expect(htmlOf(document)).toContain(`<a href="mailto:${mailbox}">${mailbox}</a>`);
});

test.each(named)('every link of %s has a target', (_, document) => {
  const places = new Set(
    documents.flatMap(({ path, sections }) => [
      `#${path}`,
      ...sections.flatMap(({ id, clauses }) =>
        [id, ...clauses.map((clause) => clause.id)].map((place) => `#${path}?clause=${place}`),
      ),
    ]),
  );
  const links = [...htmlOf(document).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((href) => !href?.startsWith('mailto:') && !places.has(`${href}`))).toEqual(
    [],
  );
});

test('the terms link to the agreement at the top', () => {
  expect(terms.intro).toContain('href="#/subscription-agreement"');
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

test.each([
  ['3.1', 'not intended for children under 13'],
  ['4.2', 'has the privilege Admin'],
  ['5.1', 'Nothing is charged during the free trial, and it has the Usage Limits of Quick Start'],
  ['4.4', 'except that a Subscriber may reassign a licence'],
  ['5.1', 'lasts until the company chooses a paid plan or ends the trial'],
  ['5.2', 'Quick Start has no fee'],
  ['5.2', 'Usage Limits for job posts, interviews, users and the time for which videos are kept'],
  ['5.3', 'in Indian rupees and are billed monthly'],
  ['5.4', 'marked “upcoming”'],
  ['7.4', 'configure the visibility of their resumes'],
  ['8.1', 'belongs to the Subscriber, who must keep it up to date and delete it'],
  ['15.1', 'laws of India'],
  ['15.1', 'courts in Delhi-NCR'],
  ['16.2', brand.phone],
])('clause %s of the terms says: %s', (id, words) => {
  expect(clauseText(terms, id)).toContain(words);
});

test.each([
  ['4.1', 'configure the visibility of their resumes'],
  ['6.1', 'artificial intelligence'],
  ['2.4', 'The identifier of your company is kept there as well, until you clear it'],
  ['7.2', 'employee and candidate data of a Subscriber only on a customer support request'],
  ['12.5', 'calendar or a page of another provider in a frame'],
  ['8.2', 'configure the visibility of your resume'],
  ['13.1', 'not intended for children under 13'],
  ['18.4', '45 days'],
  ['18.5', 'an employee has left, that person’s data is kept'],
  ['18.5', 'An actual deletion is permanent'],
  ['20.1', 'have asked for a demo'],
  ['20.1', `writing to ${brand.infoEmail}`],
  ['20.2', 'It owns this data, and must update and delete it'],
  ['22.2', brand.phone],
])('clause %s of the policy says: %s', (id, words) => {
  expect(clauseText(privacy, id)).toContain(words);
});

test('each reference of the terms links to the named part of the agreement', () => {
  const html = htmlOf(terms);
  for (const place of ['6', '13', '16', 'E2'])
    expect(html).toContain(`href="#/subscription-agreement?clause=${place}"`);
});

test.each([
  'name, work email address, phone number and organisation',
  'Communications.',
  'Job application and resume details',
  'Chat input',
  'Location Information',
  'Device information',
  'Usage information',
  'Cookies',
])('the policy names what is collected: %s', (kind) => {
  expect(textOf(htmlOf(privacy))).toContain(kind);
});
