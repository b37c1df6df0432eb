// @module-tag further
import { expect, test } from 'vitest';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { consentCheckbox } from '#tests/support/browser/forms/consent-checkbox.ts';
import { countLeads, fillDemoForm } from '#tests/support/browser/forms/demo-form.ts';
import { fillEmail, fillLogin, fillNewPassword } from '#tests/support/browser/forms/login-form.ts';
import { chosenPlan, openPricing, planLink } from '#tests/support/browser/forms/pricing-page.ts';
import {
  fillAboutYouStep,
  fillCompanyStep,
  newAccount,
  newAddress,
  startTrial,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import {
  countMails,
  expectNetworkErrors,
  recordCalls,
  withoutTokenCalls,
} from '#tests/support/faults/network-faults.ts';
import { readLimits } from '#tests/support/server/database/age-rows.ts';

const NEW_PASSWORD = 'wide river at noon';
const SALES = 'sales@sitara.example';

const journey = setUpJourney();

const pressTwice = (name: string) => button(journey.visitor, name).dblclick();

test('every button of a sign-up acts once when it is double-clicked', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  const salesBefore = countMails(site, SALES);
  const calls = recordCalls(visitor);
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await pressTwice('Send OTP');
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  await consentCheckbox(visitor).check();
  await pressTwice('Start a free trial');
  await waitForHeading(visitor, 'Tell us about your company');
  // The second click lands where no control is.
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await fillCompanyStep(visitor);
  await pressTwice('Next');
  await waitForHeading(visitor, 'About You');
  await fillAboutYouStep(visitor);
  await pressTwice('Next');
  await waitForHeading(visitor, 'You are all set!');
  await pressTwice('Done');
  await page.waitForURL('**/app/jobs/new');

  expect(withoutTokenCalls(calls)).toEqual([
    'POST /v1/email/genOtpv2',
    'GET /v1/email/verify',
    'POST /v1/company/create',
    'POST /v1/company/logo',
    'POST /v1/user/create',
    'POST /v1/company/sendsalesemail',
    'PATCH /v1/user/update',
    'PATCH /v1/company/update',
  ]);
  expect(countMails(site, email)).toBe(1);
  await expect.poll(() => countMails(site, SALES)).toBe(salesBefore + 1);
});

test('Try again in the wizard, double-clicked, creates the missing part once', async () => {
  const { site, visitor, page } = journey;
  expectNetworkErrors(visitor);
  const email = newAddress();
  await startTrial(site, visitor, email);
  await fillCompanyStep(visitor);
  await routeOnce(page, '**/v1/company/create', (route) => route.abort());
  await button(visitor, 'Next').click();
  await waitForHeading(visitor, 'About You');
  const calls = recordCalls(visitor);
  await pressTwice('Try again');
  await button(visitor, 'Try again').waitFor({ state: 'detached' });
  expect(withoutTokenCalls(calls)).toEqual([
    'POST /v1/company/create',
    'POST /v1/company/logo',
    'POST /v1/user/create',
    'POST /v1/company/sendsalesemail',
  ]);
});

test('Log In, double-clicked with a wrong password, counts one attempt', async () => {
  const { site, visitor, page } = journey;
  expectNetworkErrors(visitor);
  const email = await newAccount(site);
  await fillLogin(visitor, email, 'not this one');
  await pressTwice('Log In');
  await page.getByRole('alertdialog').getByText('Wrong email or password').waitFor();
  // One attempt of five in fifteen minutes moves the theoretical arrival time by three minutes.
  const [row] = await readLimits(site.db, `password tries ${email}`);
  expect(row?.minutes).toBeGreaterThan(0);
  expect(row?.minutes).toBeLessThanOrEqual(3);
});

test('Log In, double-clicked, opens one session; Log out, double-clicked, ends it once', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  const calls = recordCalls(visitor);
  await fillLogin(visitor, email);
  await pressTwice('Log In');
  await page.waitForURL('**/app/');
  // The page's own call, which would fail after the logout.
  await page.getByText('You have no passkey yet.').waitFor();
  expect(withoutTokenCalls(calls)).toEqual(['POST /v2/user/login', 'GET /v2/user/getuser']);
  calls.length = 0;
  await pressTwice('Log out');
  await page.waitForURL('**/#/login');
  expect(withoutTokenCalls(calls)).toEqual(['POST /v2/user/logout']);
});

test('every button of a login by code, double-clicked, sends one mail and one code', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  const calls = recordCalls(visitor);
  await page.clock.install();
  await fillEmail(visitor, '/login', email);
  await pressTwice('Sign in using email OTP');
  await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();
  expect(await consentCheckbox(visitor).isChecked()).toBe(false);
  expect(countMails(site, email)).toBe(1);

  await page.clock.runFor(RESEND_PAUSE_MS + 1000);
  await endResendPauses(site);
  await pressTwice('Resend OTP');
  await typeCode(visitor, await site.inbox.nextCode(email));
  await consentCheckbox(visitor).check();
  await pressTwice('Verify');
  await page.waitForURL('**/app/');
  expect(countMails(site, email)).toBe(2);
  expect(withoutTokenCalls(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'GET /v2/user/getuser',
  ]);
});

test('every button of a forgotten password acts once when it is double-clicked', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  const calls = recordCalls(visitor);
  await fillEmail(visitor, '/forgotPassword', email);
  await pressTwice('Send OTP');
  await typeCode(visitor, await site.inbox.nextCode(email));
  await pressTwice('Verify');
  await waitForHeading(visitor, 'Set a new password');
  await fillNewPassword(visitor, NEW_PASSWORD);
  await pressTwice('Change Password');
  await page.waitForURL('**/app/');
  expect(withoutTokenCalls(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'PATCH /v2/user/update',
  ]);
  expect((await site.inbox.next(email)).subject).toMatch(/password/i);
  expect(countMails(site, email)).toBe(2);
});

test.each(['/demo', '/campaign'])(
  'a double-clicked demo request from %s is one lead and one mail',
  async (path) => {
    const { site, visitor, page } = journey;
    const email = newAddress();
    const salesBefore = countMails(site, SALES);
    const calls = recordCalls(visitor);
    await page.goto(`/#${path}`);
    if (path === '/campaign') await button(visitor, 'Book a demo').first().dblclick();
    await fillDemoForm(visitor, email);
    await pressTwice('Request a demo');
    await page.waitForURL(path === '/demo' ? '**/#/thankyou' : '**/#/thankyou_campaign');
    expect(withoutTokenCalls(calls)).toEqual(['POST /v1/company/earlyaccess']);
    expect(await countLeads(site, email)).toBe(1);
    await expect.poll(() => countMails(site, SALES)).toBe(salesBefore + 1);
  },
);

test('a double-clicked plan is chosen once: one Back leads to the plans again', async () => {
  const { visitor, page } = journey;
  const calls = recordCalls(visitor);
  await openPricing(visitor);
  await planLink(visitor, 'Pro').dblclick();
  await chosenPlan(visitor, 'Pro').waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(withoutTokenCalls(calls)).toEqual([]);
  await page.goBack();
  await waitForHeading(visitor, 'Start free. Pay when you hire more.');
});
