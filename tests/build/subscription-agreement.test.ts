import { expect, test } from 'vitest';
import * as brand from '#contract/brand.ts';
import { clauseText, rowsOf } from '#tests/support/legal-text.ts';
import agreement from '#web/content/legal/subscription-agreement.md';

test('the links of Exhibit 3 lead to the privacy policy', () => {
  const exhibit = agreement.sections.find(({ id }) => id === 'E3');
  const html = exhibit?.clauses.map((clause) => clause.html).join('') ?? '';
  expect(html).toContain('href="#/privacy"');
  expect(html).toContain('href="#/privacy?clause=12"');
  expect(exhibit?.clauses.every(({ title }) => title?.endsWith('?'))).toBe(true);
});

test('the agreement covers every specified topic in order', () => {
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

test('the appendix has three exhibits', () => {
  expect(agreement.sections.slice(-3).map(({ label }) => label)).toEqual([
    'Exhibit 1',
    'Exhibit 2',
    'Exhibit 3',
  ]);
});

test.each([
  'Subscriber Data',
  'Account Information',
  'Quick Start',
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
  ['1.1', 'also called the Customer'],
  ['1.2', 'Account Information is not Subscriber Data'],
  ['1.2', 'period of 10 or more consecutive minutes'],
  ['1.2', 'announced at least 48 hours before'],
  ['4.1', 'owns the employee and candidate data'],
  ['4.1', 'must update and delete'],
  ['4.3', 'only on a customer support request'],
  ['4.5', 'configure the visibility of their resumes'],
  ['4.6', 'data about that person is kept'],
  ['4.6', 'employee exit action'],
  ['4.7', 'actual deletion by the Subscriber is permanent'],
  ['5.1', '99 percent of each month, 24 hours a day and 7 days a week (24/7)'],
  ['6.2', 'in Indian rupees and are billed monthly'],
  ['6.3', 'within 5 business days'],
  ['6.5', 'withholding-tax certificate within 100 days'],
  ['6.1', 'apply to plans with Fees only'],
  ['6.6', 'block or suspend'],
  ['6.9', 'Every sign-up starts a free trial, whichever plan'],
  ['6.9', 'the Usage Limits and the support of Quick Start'],
  ['6.9', 'It lasts until the Subscriber chooses a plan with Fees or ends the trial'],
  ['6.9', 'with 30 days’ notice in writing'],
  ['6.10', 'needs no Invoice'],
  ['6.10', 'lasts one month, and renews as set out in clause 14.3'],
  ['6.10', 'no Service Credit is due'],
  ['7.2', 'cannot be shared'],
  ['7.2', 'reassign'],
  ['7.3', '1 in Quick Start, 2 in Starter, up to 5 in Pro, and an unlimited number in Enterprise'],
  ['10.2', 'support portal or by telephone to the support number'],
  ['10.2', brand.phone],
  ['10.2', `on request to ${brand.supportEmail}`],
  ['10.3', 'with the target times stated there'],
  ['10.5', 'open to the Registered Contacts of Starter, Pro and Enterprise'],
  ['10.2', 'Each request receives a Case number'],
  ['13.2', '10 percent of the amounts paid'],
  ['13.2', 'in the 12 months before the first event'],
  ['13.2', 'includes what is payable under clauses 12.1 and 12.4'],
  ['13.3', 'do not limit the duty to pay Fees, the refunds of clauses 12.2 and 15.2'],
  ['14.1', 'receives payment, or a purchase order that is acceptable'],
  ['14.3', 'for a term equal to the expiring period'],
  ['14.4', 'for convenience, and the Provider may terminate, by giving 30 days’ notice'],
  ['14.5', 'within 30 days after written notice'],
  ['15.3', 'not convertible to money'],
  ['16.1', 'in writing'],
  ['16.1', 'limited access to the Service for up to 30 days after termination'],
  ['16.3', '30 days have passed since termination'],
  ['18.1', 'Force Majeure'],
  ['19.1', 'laws of India'],
  ['19.2', 'courts in Delhi-NCR'],
  ['E2.1', '99 percent of the time in each calendar month'],
  ['E2.1', 'except for Scheduled Downtime and Force Majeure'],
  ['E2.3', '10 or more consecutive minutes'],
  ['E2.4', 'at least 48 hours before'],
  ['E2.5', 'Scheduled Downtime; Force Majeure;'],
  ['E2.2', 'rounded to one decimal place'],
  ['E2.6', '5 percent of monthly Fees at 99 percent uptime and 15 percent below it'],
  ['E2.7', 'within 10 days'],
  ['E2.8', 'not convertible to money'],
  ['E2.8', 'sole remedy'],
  ['E2.8', 'for a Monthly Uptime Percentage of 99 percent or less'],
  ['E3.1', 'owns the employee and candidate data'],
  ['E3.2', 'name, work email address, phone number and organisation'],
  ['E3.2', 'communications, job application and resume details'],
  ['E3.2', 'chat input, and location, device, usage and cookie information'],
  ['E3.4', 'keep the data up to date, and delete it'],
  ['E3.5', 'employee exit action the person’s access ends, and the data is kept'],
  ['E3.6', 'An actual deletion is permanent'],
  ['E3.7', 'only on a customer support request'],
  ['E3.8', 'through the support portal or the support number'],
  ['E3.8', brand.phone],
  ['E3.9', 'cannot be shared'],
  ['E3.9', 'reassign'],
  ['E3.10', 'configure the visibility of their resumes'],
  ['E3.13', 'last 45 days'],
  ['E3.17', 'not intended for children under 13'],
  ['E3.18', 'in writing: limited access for retrieval then lasts up to 30 days after termination'],
])('clause %s of the agreement says: %s', (id, words) => {
  expect(clauseText(agreement, id)).toContain(words);
});

test('of the intellectual property, all but the licence to the provider survives the agreement', () => {
  const html = agreement.sections.find(({ id }) => id === '17')?.clauses[0]?.html ?? '';
  const survivors = [...html.matchAll(/clause=([\d.]+)"/g)].map(([, id]) => id);
  expect(survivors).toEqual('1 2 3.1 3.2 3.4 3.5 11.5 12 13 15 16 17 18 19 6'.split(' '));
});

test('the tables of Exhibits 2 and 3 contain the specified figures', () => {
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
