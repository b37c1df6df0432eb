import { expect, test } from 'vitest';
import { limitRows } from '#tests/support/age.ts';
import { endResendPauses } from '#tests/support/ask-anew.ts';
import { button } from '#tests/support/button.ts';
import { chosenPlan, openPricing, planLink } from '#tests/support/choose-plan.ts';
import { consent } from '#tests/support/consent.ts';
import { fillDemo, leadsFrom } from '#tests/support/demo-by-hand.ts';
import { expectFaults, mailsTo, noteCalls, sentBy } from '#tests/support/faults.ts';
import { fillAddress, fillLogin, fillNewPassword } from '#tests/support/log-in-by-hand.ts';
import { openJourney } from '#tests/support/open-journey.ts';
import {
  atHeading,
  fillCompany,
  fillPerson,
  newAccount,
  newAddress,
  startTrial,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';

const NEW_PASSWORD = 'wide river at noon';
const SALES = 'sales@sitara.example';

const journey = openJourney();

const pressTwice = (name: string) => button(journey.visitor, name).dblclick();

test('every button of a sign-up, pressed twice, does once what it says', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  const salesBefore = mailsTo(site, SALES);
  const calls = noteCalls(visitor);
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await pressTwice('Send OTP');
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  await consent(visitor).check();
  await pressTwice('Start a free trial');
  await atHeading(visitor, 'Tell us about your company');
  // Where the second press lands, nothing is chosen.
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await fillCompany(visitor);
  await pressTwice('Next');
  await atHeading(visitor, 'About You');
  await fillPerson(visitor);
  await pressTwice('Next');
  await atHeading(visitor, 'You are all set!');
  await pressTwice('Done');
  await page.waitForURL('**/app/jobs/new');

  expect(sentBy(calls)).toEqual([
    'POST /v1/email/genOtpv2',
    'GET /v1/email/verify',
    'POST /v1/company/create',
    'POST /v1/company/logo',
    'POST /v1/user/create',
    'POST /v1/company/sendsalesemail',
    'PATCH /v1/user/update',
    'PATCH /v1/company/update',
  ]);
  expect(mailsTo(site, email)).toBe(1);
  await expect.poll(() => mailsTo(site, SALES)).toBe(salesBefore + 1);
});

test('Try again in the wizard, pressed twice, makes what was missing once', async () => {
  const { site, visitor, page } = journey;
  expectFaults(visitor);
  const email = newAddress();
  await startTrial(site, visitor, email);
  await fillCompany(visitor);
  await page.route('**/v1/company/create', (route) => route.abort(), { times: 1 });
  await button(visitor, 'Next').click();
  await atHeading(visitor, 'About You');
  const calls = noteCalls(visitor);
  await pressTwice('Try again');
  await button(visitor, 'Try again').waitFor({ state: 'detached' });
  expect(sentBy(calls)).toEqual([
    'POST /v1/company/create',
    'POST /v1/company/logo',
    'POST /v1/user/create',
    'POST /v1/company/sendsalesemail',
  ]);
});

test('Log In, pressed twice with a wrong password, counts one try', async () => {
  const { site, visitor, page } = journey;
  expectFaults(visitor);
  const email = await newAccount(site);
  await fillLogin(visitor, email, 'not this one');
  await pressTwice('Log In');
  await page.getByRole('alertdialog').getByText('Wrong email or password').waitFor();
  // One try of five in fifteen minutes moves the next one's time by three.
  const [row] = await limitRows(site.db, `password tries ${email}`);
  expect(row?.minutes).toBeGreaterThan(0);
  expect(row?.minutes).toBeLessThanOrEqual(3);
});

test('Log In, pressed twice, opens one session; Log out, pressed twice, ends it once', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  const calls = noteCalls(visitor);
  await fillLogin(visitor, email);
  await pressTwice('Log In');
  await page.waitForURL('**/app/');
  expect(sentBy(calls)).toEqual(['POST /v2/user/login', 'GET /v2/user/getuser']);
  calls.length = 0;
  await pressTwice('Log out');
  await page.waitForURL('**/#/login');
  expect(sentBy(calls)).toEqual(['POST /v2/user/logout']);
});

test('every button of a login by code, pressed twice, sends one mail and one code', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  const calls = noteCalls(visitor);
  await page.clock.install();
  await fillAddress(visitor, '/login', email);
  await pressTwice('Sign in using email OTP');
  await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();
  expect(await consent(visitor).isChecked()).toBe(false);
  expect(mailsTo(site, email)).toBe(1);

  await page.clock.runFor(31_000);
  await endResendPauses(site);
  await pressTwice('Resend OTP');
  await typeCode(visitor, await site.inbox.nextCode(email));
  await consent(visitor).check();
  await pressTwice('Verify');
  await page.waitForURL('**/app/');
  expect(mailsTo(site, email)).toBe(2);
  expect(sentBy(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'GET /v2/user/getuser',
  ]);
});

test('every button of a forgotten password, pressed twice', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  const calls = noteCalls(visitor);
  await fillAddress(visitor, '/forgotPassword', email);
  await pressTwice('Send OTP');
  await typeCode(visitor, await site.inbox.nextCode(email));
  await pressTwice('Verify');
  await atHeading(visitor, 'Set a new password');
  await fillNewPassword(visitor, NEW_PASSWORD);
  await pressTwice('Change Password');
  await page.waitForURL('**/app/');
  expect(sentBy(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'PATCH /v2/user/update',
  ]);
  expect((await site.inbox.next(email)).subject).toMatch(/password/i);
  expect(mailsTo(site, email)).toBe(2);
});

test.each(['/demo', '/campaign'])(
  'a demo request from %s is one lead and one mail',
  async (path) => {
    const { site, visitor, page } = journey;
    const email = newAddress();
    const salesBefore = mailsTo(site, SALES);
    const calls = noteCalls(visitor);
    await page.goto(`/#${path}`);
    if (path === '/campaign') await button(visitor, 'Book a demo').first().dblclick();
    await fillDemo(visitor, email);
    await pressTwice('Request a demo');
    await page.waitForURL(path === '/demo' ? '**/#/thankyou' : '**/#/thankyou_campaign');
    expect(sentBy(calls)).toEqual(['POST /v1/company/earlyaccess']);
    expect(await leadsFrom(site, email)).toBe(1);
    await expect.poll(() => mailsTo(site, SALES)).toBe(salesBefore + 1);
  },
);

test('a plan, pressed twice, is chosen once: one Back leads to the plans again', async () => {
  const { visitor, page } = journey;
  const calls = noteCalls(visitor);
  await openPricing(visitor);
  await planLink(visitor, 'Pro').dblclick();
  await chosenPlan(visitor, 'Pro').waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(sentBy(calls)).toEqual([]);
  await page.goBack();
  await atHeading(visitor, 'Start free. Pay when you hire more.');
});
