import { expect, test } from 'vitest';
import { endResendPauses } from '#tests/support/ask-anew.ts';
import { busyButton, button } from '#tests/support/button.ts';
import { chosenPlan, openPricing, planLink } from '#tests/support/choose-plan.ts';
import { consent } from '#tests/support/consent.ts';
import { fillDemo } from '#tests/support/demo-by-hand.ts';
import { mailsTo, noteCalls, sentBy } from '#tests/support/faults.ts';
import {
  enterApp,
  fillAddress,
  fillLogin,
  fillNewPassword,
} from '#tests/support/log-in-by-hand.ts';
import { openJourney } from '#tests/support/open-journey.ts';
import { sessionsOf } from '#tests/support/sessions-of.ts';
import {
  atHeading,
  fillCompany,
  fillPerson,
  newAccount,
  newAddress,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';

/** As the browser's own tools emulate it. */
const SLOW_3G = { latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const journey = openJourney();

const slowDown = async (): Promise<void> => {
  const { page } = journey;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_3G });
};

/**
 * Presses a button, sees that it is busy, and presses on while the answer is on its way. `shown`:
 * the button that is in its place then.
 */
const pressOn = async (name: string, shown = name): Promise<void> => {
  const { visitor } = journey;
  await button(visitor, name).click();
  const busy = busyButton(visitor, shown);
  await busy.waitFor();
  await busy.press('Enter');
  await busy.click({ force: true });
  await busy.waitFor();
};

test('a sign-up on a slow 3G: each answer is waited for in sight, and nothing is sent twice', async () => {
  const { site, visitor, page } = journey;
  await slowDown();
  const email = newAddress();
  const calls = noteCalls(visitor);
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await pressOn('Send OTP');
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByText('Checking the code …').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Email verified').waitFor();
  await consent(visitor).check();
  await button(visitor, 'Start a free trial').click();
  await atHeading(visitor, 'Tell us about your company');
  await fillCompany(visitor);
  await pressOn('Next');
  await atHeading(visitor, 'About You');
  await fillPerson(visitor);
  await pressOn('Next');
  await atHeading(visitor, 'You are all set!');
  await pressOn('Done');
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
});

test('a login on a slow 3G', async () => {
  const { site, visitor, page } = journey;
  await slowDown();
  const email = await newAccount(site);
  const calls = noteCalls(visitor);
  await fillLogin(visitor, email);
  await pressOn('Log In');
  await page.waitForURL('**/app/');
  expect(sentBy(calls)).toEqual(['POST /v2/user/login', 'GET /v2/user/getuser']);
});

test('a forgotten password on a slow 3G', async () => {
  const { site, visitor, page } = journey;
  await slowDown();
  const email = await newAccount(site);
  const calls = noteCalls(visitor);
  await fillAddress(visitor, '/forgotPassword', email);
  await pressOn('Send OTP');
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await pressOn('Verify');
  await atHeading(visitor, 'Set a new password');
  await fillNewPassword(visitor, 'wide river at noon');
  await pressOn('Change Password');
  await page.waitForURL('**/app/');
  expect(sentBy(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'PATCH /v2/user/update',
  ]);
});

test('a demo request on a slow 3G', async () => {
  const { visitor, page } = journey;
  await slowDown();
  const email = newAddress();
  const calls = noteCalls(visitor);
  await page.goto('/#/demo');
  await fillDemo(visitor, email);
  await pressOn('Request a demo');
  await page.waitForURL('**/#/thankyou');
  expect(sentBy(calls)).toEqual(['POST /v1/company/earlyaccess']);
});

test('a login by code on a slow 3G, with a second code', async () => {
  const { site, visitor, page } = journey;
  await slowDown();
  const email = await newAccount(site);
  const calls = noteCalls(visitor);
  await page.clock.install();
  await fillAddress(visitor, '/login', email);
  await pressOn('Sign in using email OTP', 'Send OTP');
  await page.getByLabel('Digit 1 of 6').waitFor();
  await site.inbox.nextCode(email);
  await page.clock.runFor(31_000);
  await endResendPauses(site);
  await pressOn('Resend OTP');
  await page.getByText(/^Resend in \d+$/).waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await consent(visitor).check();
  await pressOn('Verify');
  await page.waitForURL('**/app/');
  expect(sentBy(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'GET /v2/user/getuser',
  ]);
  expect(mailsTo(site, email)).toBe(2);
});

test('a logout on a slow 3G', async () => {
  const { site, visitor, page } = journey;
  const email = await enterApp(site, visitor);
  await slowDown();
  const calls = noteCalls(visitor);
  await pressOn('Log out');
  await page.getByText('Logging out …').waitFor();
  await page.waitForURL('**/#/login');
  expect(sentBy(calls)).toEqual(['POST /v2/user/logout']);
  expect(await sessionsOf(site, email)).toEqual({ open: 0, endings: 1 });
});

test('a plan that is chosen on a slow 3G is chosen once', async () => {
  const { visitor, page } = journey;
  await openPricing(visitor);
  await slowDown();
  await planLink(visitor, 'Pro').click();
  await page.getByRole('progressbar').waitFor();
  await planLink(visitor, 'Pro').press('Enter');
  await chosenPlan(visitor, 'Pro').waitFor();
  await page.goBack();
  await atHeading(visitor, 'Start free. Pay when you hire more.');
});
