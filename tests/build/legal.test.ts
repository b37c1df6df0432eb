import { expect, test } from 'vitest';
import { parseLegal } from '#build/parse-legal.ts';
import { brand } from '#contract/brand.ts';
import {
  ACCESS_LIFETIME_MS,
  AUDIT_LIFETIME_MS,
  CODE_LENGTH,
  CODE_LIFETIME_MS,
  CODE_TRIES,
  ORPHAN_COMPANY_LIFETIME_MS,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  REFRESH_LIFETIME_MS,
  RESEND_PAUSE_MS,
  TICKET_LIFETIME_MS,
} from '#contract/limits.ts';
import type { LegalDocument } from '#web/content/legal/document.ts';
import privacy from '#web/content/legal/privacy.md';
import agreement from '#web/content/legal/subscription-agreement.md';
import terms from '#web/content/legal/terms.md';
import { routes } from '#web/routes.tsx';

const documents = [terms, agreement, privacy];
const named = documents.map((document) => [document.path, document] as const);

const S = 1000;
const MIN = 60 * S;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;

const htmlOf = ({ intro, sections }: LegalDocument): string =>
  [
    intro,
    ...sections.flatMap(({ heading, html, clauses }) => [
      heading,
      html,
      ...clauses.map((clause) => `${clause.title ?? ''} ${clause.html}`),
    ]),
  ].join('\n');

/** What one reads, without markup. */
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

const clauseText = (document: LegalDocument, id: string): string => {
  const clause = document.sections.flatMap(({ clauses }) => clauses).find((c) => c.id === id);
  expect(clause, `${document.path} ${id}`).toBeDefined();
  return plain(clause?.html ?? '');
};

const rowsOf = (document: LegalDocument, id: string): string[][] => {
  const html = document.sections.flatMap(({ clauses }) => clauses).find((c) => c.id === id)?.html;
  return [...(html ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => plain(cell).trim()),
  );
};

test.each(named)('%s says when it was updated and whose it is', (_, document) => {
  expect(document.lastUpdated).toBe('January 12, 2024');
  expect(document.copyright).toBe(`© 2023-2030 ${brand.company}`);
});

test('the addresses are those of the routes', () => {
  expect(documents.map(({ path }) => path)).toEqual([
    '/terms',
    '/subscription-agreement',
    '/privacy',
  ]);
  for (const { path } of documents) expect(routes).toHaveProperty([path]);
});

test.each(named)('%s has no placeholder, exclamation mark or style left', (_, document) => {
  const html = htmlOf(document);
  expect(html).not.toMatch(/\{\{|\}\}|style=|!|<script/);
  expect(html).not.toMatch(/&quot;|&#39;/);
});

test.each(named)('%s names both mailboxes as links', (_, document) => {
  for (const mailbox of [brand.supportEmail, brand.infoEmail])
    expect(htmlOf(document)).toContain(`<a href="mailto:${mailbox}">${mailbox}</a>`);
});

test.each(named)('every link of %s leads somewhere', (_, document) => {
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

test('the terms link to the agreement at their top', () => {
  expect(terms.intro).toContain('href="#/subscription-agreement"');
});

test('the links of Exhibit 3 lead to the policy', () => {
  const exhibit = agreement.sections.find(({ id }) => id === 'E3');
  const html = exhibit?.clauses.map((clause) => clause.html).join('') ?? '';
  expect(html).toContain('href="#/privacy"');
  expect(html).toContain('href="#/privacy?clause=12"');
  expect(exhibit?.clauses.every(({ title }) => title?.endsWith('?'))).toBe(true);
});

test('the agreement covers every topic in the order of the specification', () => {
  expect(agreement.sections.map(({ heading }) => heading)).toEqual([
    'Definitions',
    'Confidentiality',
    'Intellectual Property',
    'Subscriber Data and Privacy',
    'Service Levels and Security',
    'Subscription and Fees',
    'Rights Granted',
    'Usage Restrictions',
    'Subscriber Responsibilities',
    'Availability and Support',
    'Warranties',
    'Indemnification',
    'Limitation of Liability',
    'Term and Termination',
    'Refund',
    'Retrieval of Subscriber Data',
    'Surviving Provisions',
    'General Clauses',
    'Governing Law',
    'Security Information',
    'Service Level Availability',
    'Data Protection Policy',
  ]);
});

test.each([
  'Subscriber Data',
  'Authorised User',
  'Invoice',
  'Subscription Period',
  'Usage Limits',
  'Service Credit',
  'Case number',
  'Registered Contact',
])('the agreement defines %s', (term) => {
  expect(agreement.sections[0]?.clauses[1]?.html).toContain(`<strong>${term}</strong> means`);
});

test.each([
  ['1.1', '“Subscriber” means'],
  ['4.1', 'owns the employee and candidate data'],
  ['4.1', 'must update and delete'],
  ['4.3', 'only on a customer support request'],
  ['4.5', 'configure the visibility of their resumes'],
  ['4.6', 'data about that person is kept'],
  ['4.7', 'actual deletion by the Subscriber is permanent'],
  ['5.1', '99 percent of each month, 24 hours a day and 7 days a week (24/7)'],
  ['6.3', 'within 5 business days'],
  ['6.5', 'withholding-tax certificate within 100 days'],
  ['6.6', 'block or suspend'],
  ['7.2', 'cannot be shared'],
  ['7.2', 'reassign'],
  ['7.3', '1 in Quick Start, 2 in Starter, up to 5 in Pro, and an unlimited number in Enterprise'],
  ['10.2', 'support portal or by telephone to the support number'],
  ['13.2', '10 percent of the amounts paid'],
  ['13.2', 'in the 12 months before the first event'],
  ['14.1', 'receives payment, or a purchase order that is acceptable'],
  ['14.3', 'for a term equal to the expiring period'],
  ['14.4', 'for convenience, and the Provider may terminate, by giving 30 days’ notice'],
  ['14.5', 'within 30 days after written notice'],
  ['15.3', 'not convertible to money'],
  ['16.1', 'in writing'],
  ['16.1', 'limited access to the Service for up to 30 days after termination'],
  ['18.1', 'Force Majeure'],
  ['19.1', 'laws of India'],
  ['19.2', 'courts in Delhi-NCR'],
  ['E2.1', '99 percent of the time in each calendar month'],
  ['E2.1', 'except for Scheduled Downtime and Force Majeure'],
  ['E2.3', '10 or more consecutive minutes'],
  ['E2.4', 'at least 48 hours before'],
  ['E2.7', 'within 10 days'],
  ['E2.8', 'not convertible to money'],
  ['E2.8', 'sole remedy'],
  ['E3.13', 'last 45 days'],
  ['E3.17', 'not intended for children under 13'],
])('clause %s of the agreement says: %s', (id, words) => {
  expect(clauseText(agreement, id)).toContain(words);
});

test('the tables of Exhibits 2 and 3 hold the figures of the specification', () => {
  expect(rowsOf(agreement, 'E2.6').slice(1)).toEqual([
    ['More than 99 percent', 'None'],
    ['99 percent', '5 percent of monthly Fees'],
    ['Below 99 percent', '15 percent of monthly Fees'],
  ]);
  expect(rowsOf(agreement, 'E2.10')).toEqual([
    ['Severity', 'Response', 'Problem determination', 'Restoration'],
    ['Level 1', '2 hours', '4 hours', '8 hours'],
    ['Level 2', '2 hours', '4 hours', '3 days'],
    ['Level 3', '2 hours', '3 days', '10 days'],
    ['Level 4', '3 days', '10 days', '14 days'],
  ]);
  expect(rowsOf(agreement, 'E3.12')).toEqual([
    ['Recovery', 'RPO', 'RTO'],
    ['Within the same geography', '5 seconds', '1 hour'],
    ['Across geographies', '12 hours', '1 hour'],
  ]);
});

test('the policy has the sections of the specification in its order', () => {
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
    'International Transfers',
    'Update Your Information',
    'Changes to this Privacy Policy',
    'Contact Information',
  ]);
});

test('the policy and the terms leave children under 13 out', () => {
  expect(clauseText(privacy, '13.1')).toContain('not intended for children under 13');
  expect(clauseText(terms, '3.1')).toContain('not intended for children under 13');
});

test.each([
  'name, work e-mail address, phone number and organisation',
  'Communications.',
  'Job application and resume details',
  'Chat input',
  'Location Information',
  'Device information',
  'Usage information',
  'Cookies',
])('the policy names what is collected: %s', (kind) => {
  expect(plain(htmlOf(privacy))).toContain(kind);
});

test('the promises about codes, passwords, sessions and records are what the server holds to', () => {
  const [code, password, session] = ['E1.3', 'E1.2', 'E1.4'].map((id) => clauseText(agreement, id));
  expect(code).toContain(`has ${CODE_LENGTH} digits`);
  expect(code).toContain(`valid for ${CODE_LIFETIME_MS / MIN} minutes`);
  expect(code).toContain(`at most ${CODE_TRIES} times`);
  expect(code).toContain(`after ${RESEND_PAUSE_MS / S} seconds`);
  expect(password).toContain(`at least ${PASSWORD_LENGTH_MIN} and at most ${PASSWORD_LENGTH_MAX}`);
  expect(password).toContain('argon2id');
  expect(session).toContain(`valid for ${ACCESS_LIFETIME_MS / MIN} minutes`);
  expect(session).toContain(`valid for ${REFRESH_LIFETIME_MS / DAY} days`);
  for (const text of [clauseText(agreement, 'E1.9'), clauseText(privacy, '10.2')])
    expect(text).toContain(`${AUDIT_LIFETIME_MS / DAY} days`);
  expect(rowsOf(privacy, '12.1').map(([name, , lifetime]) => [name, lifetime])).toEqual([
    ['Name', 'Lifetime'],
    ['access', `${ACCESS_LIFETIME_MS / MIN} minutes`],
    ['refresh', `${REFRESH_LIFETIME_MS / DAY} days, replaced at each use`],
    ['ticket', `${TICKET_LIFETIME_MS / HOUR} hours`],
    ['XSRF-TOKEN', 'Until the browser is closed'],
    ['signed-in', `${REFRESH_LIFETIME_MS / DAY} days`],
  ]);
  expect(clauseText(privacy, '18.4')).toContain(`${ORPHAN_COMPANY_LIFETIME_MS / HOUR} hours`);
});

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
