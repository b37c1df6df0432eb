import { expect, test } from 'vitest';
import {
  ACCESS_LIFETIME_MS,
  AUDIT_LIFETIME_MS,
  CODE_LENGTH,
  CODE_LIFETIME_MS,
  CODE_TRIES,
  DEVICE_LIFETIME_MS,
  NOTICE_LIFETIME_MS,
  ORPHAN_COMPANY_LIFETIME_MS,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  REFRESH_LIFETIME_MS,
  RESEND_PAUSE_MS,
  SETTLED_LIFETIME_MS,
  TICKET_LIFETIME_MS,
} from '#contract/limits.ts';
import type { AuditEntry } from '#server/audit.ts';
import { clauseText, rowsOf } from '#tests/support/legal-text.ts';
import privacy from '#web/content/legal/privacy.md';
import agreement from '#web/content/legal/subscription-agreement.md';
import terms from '#web/content/legal/terms.md';
import { plans } from '#web/content/plans.ts';

const S = 1000;
const MIN = 60 * S;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five'];

/** By what words the texts name each outcome that is kept: a new one has to be named first. */
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
  'password.changed': 'changed passwords',
};

test('a code is as long, as lasting and as often tried as the texts say', () => {
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

test('a password is as long as the texts say, and hashed as they say', () => {
  const exhibit = clauseText(agreement, 'E1.2');
  expect(exhibit).toContain(`at least ${PASSWORD_LENGTH_MIN} and at most ${PASSWORD_LENGTH_MAX}`);
  expect(clauseText(terms, '4.1')).toContain(`at least ${PASSWORD_LENGTH_MIN} characters`);
  for (const text of [exhibit, clauseText(privacy, '18.1')]) expect(text).toContain('argon2id');
});

test('a session and its cookies last as long as the texts say', () => {
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

test('the texts name every outcome that is kept, and for how long', () => {
  for (const text of [clauseText(agreement, 'E1.9'), clauseText(privacy, '10.2')]) {
    for (const words of Object.values(AUDITED)) expect(text).toContain(words);
    expect(text).toContain(`${AUDIT_LIFETIME_MS / DAY} days`);
  }
  expect(clauseText(agreement, 'E3.11')).toContain(`kept for ${AUDIT_LIFETIME_MS / DAY} days`);
});

test('information stays as long as the policy says', () => {
  const rows = new Map(rowsOf(privacy, '18.4').map(([what = '', time]) => [what, time]));
  const [trial, starter, pro] = plans.map(({ features }) => features.retention);
  expect([trial, starter, pro]).toEqual(['30 days', '90 days', '180 days']);
  expect(Object.fromEntries(rows)).toMatchObject({
    'Company without a user, from a sign-up that was not completed': `${ORPHAN_COMPANY_LIFETIME_MS / HOUR} hours`,
    'One-time codes and sign-up tickets, as hashes': `${CODE_LIFETIME_MS / MIN} minutes and ${TICKET_LIFETIME_MS / HOUR} hours, then removed within minutes`,
    'Sessions, without their tokens': `${REFRESH_LIFETIME_MS / DAY} days after the last renewal, or about a day after they were ended`,
    'Interview videos': `${trial} in Quick Start and in a free trial, ${starter} in Starter, ${pro} in Pro, as agreed in Enterprise`,
    'Data of a Subscriber after termination':
      'Up to 30 days for retrieval if requested in writing; deleted when 30 days have passed',
    'Audit record': `${AUDIT_LIFETIME_MS / DAY} days, then removed within a week`,
    'Backups for point-in-time restore': '45 days',
  });
  expect(SETTLED_LIFETIME_MS).toBe(DAY);
  expect(clauseText(privacy, '10.3')).toContain('after a day at the latest');
  const unsentDays = (NOTICE_LIFETIME_MS + SETTLED_LIFETIME_MS) / DAY;
  expect(clauseText(privacy, '15.4')).toContain('stays in our outbox for about a day');
  expect(clauseText(privacy, '15.4')).toContain(`up to about ${WORDS[unsentDays]} days`);
});

test('an abandoned draft is deleted as long after the proof as the ticket lives', () => {
  expect(TICKET_LIFETIME_MS / HOUR).toBe(2);
  expect(clauseText(privacy, '2.4')).toContain(
    'more than two hours after you verified your address',
  );
});

test('the agreement gives each plan the users and the support of the pricing table', () => {
  const [users, support] = [clauseText(agreement, '7.3'), clauseText(agreement, '10.5')];
  expect(plans.map(({ features }) => features.users)).toEqual(['1', '2', 'Up to 5', 'Unlimited']);
  expect(users).toContain(
    '1 in Quick Start, 2 in Starter, up to 5 in Pro, and an unlimited number in Enterprise',
  );
  expect(plans.map(({ features }) => features.support)).toEqual([
    'Email',
    'Email and call',
    'Email and call, priority',
    'Dedicated manager',
  ]);
  expect(support).toContain(
    'email in Quick Start; email and call in Starter; email and call with priority in Pro; a dedicated manager in Enterprise',
  );
});
