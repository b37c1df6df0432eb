import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseLegal } from '#build/legal/parse-legal.ts';
import { ROOT } from '#build/root.ts';
import * as brand from '#contract/brand.ts';
import { CODE_LENGTH, CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/code.ts';
import { cookieNames } from '#contract/cookies.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/password.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import type { AuditEntry } from '#server/audit/audit.ts';
import { CODE_TRIES } from '#server/auth/codes/request-code.ts';
import {
  ACCESS_LIFETIME_MS,
  DEVICE_LIFETIME_MS,
  REFRESH_LIFETIME_MS,
  SESSION_LIFETIME_MS,
} from '#server/auth/sessions/tokens.ts';
import { AUDIT_LIFETIME_MS } from '#server/database/audit-partitions.ts';
import {
  BOUNCE_LIFETIME_MS,
  LEAD_LIFETIME_MONTHS,
  ORPHAN_COMPANY_LIFETIME_MS,
  RETENTION_MS,
} from '#server/database/reaper.ts';
import { MAIL_LIFETIME_MS } from '#server/mail/outbox.ts';
import { clauseText, htmlOf, rowsOf } from '#tests/support/legal-text.ts';
import { consentContent } from '#web/content/consent.ts';
import type { LegalDocument } from '#web/content/legal/document.ts';
import privacy from '#web/content/legal/privacy.md';
import agreement from '#web/content/legal/subscription-agreement.md';
import terms from '#web/content/legal/terms.md';
import { paidPlanBegins, plans } from '#web/content/plans.ts';

const S = 1000;
const MIN = 60 * S;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five'];
const daysInWords = (ms: number): string => (ms === DAY ? 'a day' : `${WORDS[ms / DAY]} days`);

/** The words in the legal texts for each audit outcome; a new outcome needs an entry here. */
const AUDITED: Record<AuditEntry['event'], string> = {
  'code.requested': 'requested and verified codes',
  'code.verified': 'requested and verified codes',
  'user.created': 'sign-ups',
  'user.completed': 'sign-ups',
  session: 'logouts, ended and refused sessions',
  login: 'logins',
  'login.password': 'logins',
  'login.code': 'logins',
  'login.code.requested': 'requested and verified codes',
  'browser.link.requested': 'requested and used links',
  'browser.known': 'requested and used links',
  'password.changed': 'changed passwords and passkeys',
  'login.passkey': 'logins',
  'passkey.added': 'changed passwords and passkeys',
  'passkey.renamed': 'changed passwords and passkeys',
  'passkey.removed': 'changed passwords and passkeys',
  'ticket.revoked': 'withdrawn sign-ups',
  'company.created': 'created and changed companies',
  'company.updated': 'created and changed companies',
  'logo.stored': 'created and changed companies',
  'operator.ats': 'interventions of',
  'operator.bounced': 'interventions of',
  'operator.erased': 'interventions of',
  'operator.leads': 'interventions of',
  'operator.logged-out': 'interventions of',
  'operator.replayed': 'interventions of',
  'operator.restored': 'interventions of',
};

test('length, lifetime and attempts of a code match the legal texts', () => {
  const [exhibit, policy, sentence] = [
    clauseText(agreement, 'E1.3'),
    clauseText(privacy, '18.1'),
    clauseText(terms, '4.1'),
  ];
  expect(exhibit).toContain(`has ${CODE_LENGTH} digits`);
  expect(sentence).toContain(`a code of ${CODE_LENGTH} digits`);
  for (const text of [exhibit, policy, sentence])
    expect(text).toContain(`valid for ${CODE_LIFETIME_MS / MIN} minutes`);
  for (const text of [exhibit, policy])
    expect(text).toContain(`can be tried at most ${CODE_TRIES} times`);
  expect(exhibit).toContain(`after ${RESEND_PAUSE_MS / S} seconds`);
});

test('length and hash of a password match the legal texts', () => {
  const exhibit = clauseText(agreement, 'E1.2');
  expect(exhibit).toContain(`at least ${PASSWORD_LENGTH_MIN} and at most ${PASSWORD_LENGTH_MAX}`);
  expect(clauseText(terms, '4.1')).toContain(`at least ${PASSWORD_LENGTH_MIN} characters`);
  for (const text of [exhibit, clauseText(privacy, '18.1')]) expect(text).toContain('argon2id');
});

test('lifetimes of sessions and cookies match the legal texts', () => {
  const session = clauseText(agreement, 'E1.4');
  expect(session).toContain(`valid for ${ACCESS_LIFETIME_MS / MIN} minutes`);
  expect(session).toContain(`valid for ${REFRESH_LIFETIME_MS / DAY} days`);
  expect(rowsOf(privacy, '12.1').map(([name, , lifetime]) => [name, lifetime])).toEqual([
    ['Name', 'Lifetime'],
    ['access', `${ACCESS_LIFETIME_MS / MIN} minutes`],
    ['refresh', `${REFRESH_LIFETIME_MS / DAY} days, replaced at each use`],
    ['ticket', `${TICKET_LIFETIME_MS / HOUR} hours`],
    ['device', `${DEVICE_LIFETIME_MS / DAY} days`],
    ['XSRF-TOKEN', 'Until the browser is closed'],
    ['signed-in', `${REFRESH_LIFETIME_MS / DAY} days`],
  ]);
});

/** The privacy policy of a site that was built with these variables. */
const policyOf = (env: NodeJS.ProcessEnv): LegalDocument =>
  parseLegal('/privacy', readFileSync(join(ROOT, 'src/web/content/legal/privacy.md'), 'utf8'), env);

const TAG = { VITE_TAG_URL: 'https://tag.example/gtm.js' };

test('the policy names every entry that the website keeps in a browser', () => {
  const namesOf = (policy: LegalDocument, clause: string): string[] =>
    rowsOf(policy, clause)
      .slice(1)
      .map(([name = '']) => name)
      .toSorted();
  const { consent, ...others } = storageKeys;
  expect(namesOf(privacy, '2.4')).toEqual(Object.values(others).toSorted());
  expect(namesOf(policyOf(TAG), '2.4')).toEqual(Object.values({ consent, ...others }).toSorted());
  expect(namesOf(privacy, '12.1')).toEqual(Object.values(cookieNames).toSorted());
});

test('the policy speaks of a tag manager and of what a calendar is told only where they are', () => {
  const [without, withTag] = [policyOf({}), policyOf(TAG)];
  const withCalendar = policyOf({ VITE_CALENDAR_URL: 'https://calendar.example/' });
  expect(htmlOf(without)).toBe(htmlOf(privacy));
  expect(htmlOf(without)).not.toMatch(/tag manager|open the calendar/);
  expect(clauseText(withTag, '12.6')).toContain(
    'Until you accept, nothing is requested from that provider',
  );
  expect(clauseText(withTag, '12.6')).toContain(`“${consentContent.settings}” at the end`);
  expect(withTag.amendments.at(-1)?.what).toMatch(/, a tag manager that asks first$/);
  expect(clauseText(withCalendar, '12.5')).toContain('it receives your name and your address');
  for (const policy of [without, withTag, withCalendar])
    expect(policy.sections).toHaveLength(privacy.sections.length);
});

test('the legal texts list every stored audit outcome and its retention', () => {
  for (const text of [clauseText(agreement, 'E1.9'), clauseText(privacy, '10.2')]) {
    for (const words of Object.values(AUDITED)) expect(text).toContain(words);
    expect(text).toContain(`${AUDIT_LIFETIME_MS / DAY} days`);
  }
  expect(clauseText(agreement, 'E3.11')).toContain(`kept for ${AUDIT_LIFETIME_MS / DAY} days`);
});

test('data retention matches the privacy policy', () => {
  const rows = new Map(rowsOf(privacy, '18.4').map(([what = '', time]) => [what, time]));
  const [trial, starter, pro] = plans.map(({ features }) => features.retention);
  expect(Object.fromEntries(rows)).toMatchObject({
    'Company without a user, from a sign-up that was not completed': `${ORPHAN_COMPANY_LIFETIME_MS / HOUR} hours`,
    'One-time codes and sign-up tickets, as hashes': `${CODE_LIFETIME_MS / MIN} minutes and ${TICKET_LIFETIME_MS / HOUR} hours, then removed within minutes`,
    'Sessions, with browser, system and network, without their tokens': `${REFRESH_LIFETIME_MS / DAY} days after the last renewal, ${SESSION_LIFETIME_MS / DAY} days after the login, or about a day after they were ended`,
    'Address whose email came back to us': `${BOUNCE_LIFETIME_MS / DAY} days, or until a code of it is verified`,
    'Passkeys: their public keys, their names and their last use':
      'Until you remove them, or ask us to delete the account',
    'Interview videos': `${trial} in Quick Start and in a free trial, ${starter} in Starter, ${pro} in Pro, as agreed in Enterprise`,
    'Data of a Subscriber after termination':
      'Up to 30 days for retrieval if requested in writing; deleted when 30 days have passed',
    'Demo requests': `${LEAD_LIFETIME_MONTHS} months after the last contact, which is the newest request from your address, or until you ask us to delete them`,
    'Audit record': `${AUDIT_LIFETIME_MS / DAY} days, then removed within a week`,
    'Backups for point-in-time restore': '45 days',
  });
  const settled = daysInWords(RETENTION_MS);
  expect(clauseText(privacy, '10.3')).toContain(`after ${settled} at the latest`);
  const unsent = daysInWords(MAIL_LIFETIME_MS + RETENTION_MS);
  expect(clauseText(privacy, '15.4')).toContain(`stays in our outbox for about ${settled}`);
  expect(clauseText(privacy, '15.4')).toContain(`up to about ${unsent}`);
});

test('an abandoned sign-up is deleted when its ticket expires', () => {
  const hours = WORDS[TICKET_LIFETIME_MS / HOUR];
  expect(clauseText(privacy, '2.4')).toContain(
    `more than ${hours} hours after you verified your address`,
  );
});

test('requests about personal information go to one mailbox, which answers in one time', () => {
  expect(htmlOf(privacy)).not.toContain(brand.infoEmail);
  for (const clause of ['5.4', '20.1', '22.1'])
    expect(clauseText(privacy, clause)).toContain(brand.grievanceOfficer.email);
  for (const clause of ['13.2', '15.2', '22.1'])
    expect(clauseText(privacy, clause)).toMatch(/as section 20 says/);
  expect(clauseText(privacy, '20.3')).toContain('each request and each complaint within 30 days');
  expect(clauseText(terms, '13.1')).toContain('Section 20 of the Privacy Policy says whom to ask');
  expect(clauseText(agreement, 'E3.20')).toContain('whom section 22 of the Privacy Policy names');
});

test('a paid plan begins with a payment or a purchase order, and ends the free trial', () => {
  expect(paidPlanBegins).toContain('with your first payment or purchase order');
  for (const text of [
    clauseText(agreement, '6.9'),
    clauseText(agreement, '14.1'),
    clauseText(terms, '5.1'),
  ])
    expect(text).toMatch(/payment,? or a purchase order/);
  expect(clauseText(agreement, '6.9')).toContain('lasts until a plan with Fees begins');
  expect(clauseText(terms, '5.1')).toContain('lasts until a paid plan begins');
});

const inWords = (values: string[]): string[] => values.map((value) => value.toLowerCase());

test('users and support of each plan are the same in the agreement and the pricing table', () => {
  const [trial, starter, pro, enterprise] = inWords(plans.map(({ features }) => features.users));
  expect(clauseText(agreement, '7.3')).toContain(
    `${trial} in Quick Start, ${starter} in Starter, ${pro} in Pro, and an ${enterprise} number in Enterprise`,
  );
  const support = inWords(plans.map(({ features }) => features.support.replace(', ', ' with ')));
  expect(clauseText(agreement, '10.5')).toContain(
    `${support[0]} in Quick Start; ${support[1]} in Starter; ${support[2]} in Pro; a ${support[3]} in Enterprise`,
  );
});
