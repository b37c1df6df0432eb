import { expect, test } from 'vitest';
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
import { clauseText, htmlOf, plain, rowsOf } from '#tests/support/legal-text.ts';
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
    'International Transfer',
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
