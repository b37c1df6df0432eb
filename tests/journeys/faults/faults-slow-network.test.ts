// @module-tag further
import { expect, test } from 'vitest';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { countSessions } from '#tests/support/browser/count-sessions.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { busyButton, button } from '#tests/support/browser/forms/button.ts';
import { consentCheckbox } from '#tests/support/browser/forms/consent-checkbox.ts';
import { fillDemoForm } from '#tests/support/browser/forms/demo-form.ts';
import {
  fillEmail,
  fillLogin,
  fillNewPassword,
  logInToApp,
} from '#tests/support/browser/forms/login-form.ts';
import { chosenPlan, openPricing, planLink } from '#tests/support/browser/forms/pricing-page.ts';
import {
  fillAboutYouStep,
  fillCompanyStep,
  newAccount,
  newAddress,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import {
  countMails,
  recordCalls,
  withoutTokenCalls,
} from '#tests/support/faults/network-faults.ts';

const CALLS = /\/v[12]\//;
const SCRIPTS = /\/assets\/[^/]*\.js$/;

const journey = setUpJourney();

/** Does something while no request to these addresses reaches the server, however long it takes. */
const whilePending = async (requests: RegExp, act: () => Promise<void>): Promise<void> => {
  const { page } = journey;
  let release = () => {};
  const isOver = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    ({ pathname }) => requests.test(pathname),
    async (route) => {
      await isOver;
      await route.fallback();
    },
  );
  await act();
  release();
};

/**
 * Presses a button, expects it to be busy, and presses again while the request is pending.
 *
 * @param shown the button that replaces it meanwhile
 */
const pressOn = (name: string, shown = name): Promise<void> =>
  whilePending(CALLS, async () => {
    const { visitor } = journey;
    await button(visitor, name).click();
    const busy = busyButton(visitor, shown);
    await busy.waitFor();
    await busy.press('Enter');
    await busy.click({ force: true });
    await busy.waitFor();
  });

test('a sign-up on a slow network shows each pending request and sends nothing twice', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  const calls = recordCalls(visitor);
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await pressOn('Send OTP');
  await page.getByLabel('Digit 1 of 6').waitFor();
  const code = await site.inbox.nextCode(email);
  await whilePending(CALLS, async () => {
    await typeCode(visitor, code);
    await page.getByText('Checking the code …').waitFor();
    await page.keyboard.press('Enter');
  });
  await page.getByText('Email verified').waitFor();
  await consentCheckbox(visitor).check();
  await button(visitor, 'Start a free trial').click();
  await waitForHeading(visitor, 'Tell us about your company');
  await fillCompanyStep(visitor);
  await pressOn('Next');
  await waitForHeading(visitor, 'About You');
  await fillAboutYouStep(visitor);
  await pressOn('Next');
  await waitForHeading(visitor, 'You are all set!');
  await pressOn('Done');
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
});

test('a login on a slow network sends nothing twice', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  const calls = recordCalls(visitor);
  await fillLogin(visitor, email);
  await pressOn('Log In');
  await page.waitForURL('**/app/');
  expect(withoutTokenCalls(calls)).toEqual(['POST /v2/user/login', 'GET /v2/user/getuser']);
});

test('a forgotten password on a slow network sends nothing twice', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  const calls = recordCalls(visitor);
  await fillEmail(visitor, '/forgotPassword', email);
  await pressOn('Send OTP');
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await pressOn('Verify');
  await waitForHeading(visitor, 'Set a new password');
  await fillNewPassword(visitor, 'wide river at noon');
  await pressOn('Change Password');
  await page.waitForURL('**/app/');
  expect(withoutTokenCalls(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'PATCH /v2/user/update',
  ]);
});

test('a demo request on a slow network is sent once', async () => {
  const { visitor, page } = journey;
  const email = newAddress();
  const calls = recordCalls(visitor);
  await page.goto('/#/demo');
  await fillDemoForm(visitor, email);
  await pressOn('Request a demo');
  await page.waitForURL('**/#/thankyou');
  expect(withoutTokenCalls(calls)).toEqual(['POST /v1/company/earlyaccess']);
});

test('a login by code on a slow network, with a second code, sends nothing twice', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  const calls = recordCalls(visitor);
  await page.clock.install();
  await fillEmail(visitor, '/login', email);
  await pressOn('Sign in using email OTP', 'Send OTP');
  await page.getByLabel('Digit 1 of 6').waitFor();
  await site.inbox.nextCode(email);
  await page.clock.runFor(RESEND_PAUSE_MS + 1000);
  await endResendPauses(site);
  await pressOn('Resend OTP');
  await page.getByText(/^Resend in \d+$/).waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await consentCheckbox(visitor).check();
  await pressOn('Verify');
  await page.waitForURL('**/app/');
  expect(withoutTokenCalls(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'GET /v2/user/getuser',
  ]);
  expect(countMails(site, email)).toBe(2);
});

test('a logout on a slow network is sent once', async () => {
  const { site, visitor, page } = journey;
  const email = await logInToApp(site, visitor);
  const calls = recordCalls(visitor);
  await pressOn('Log out');
  await page.getByText('Logging out …').waitFor();
  await page.waitForURL('**/#/login');
  expect(withoutTokenCalls(calls)).toEqual(['POST /v2/user/logout']);
  expect(await countSessions(site, email)).toEqual({ open: 0, endings: 1 });
});

test('a plan that is chosen on a slow network is chosen once', async () => {
  const { visitor, page } = journey;
  await openPricing(visitor);
  await whilePending(SCRIPTS, async () => {
    await planLink(visitor, 'Pro').click();
    await page.getByRole('progressbar').waitFor();
    await planLink(visitor, 'Pro').press('Enter');
  });
  await chosenPlan(visitor, 'Pro').waitFor();
  await page.goBack();
  await waitForHeading(visitor, 'Start free. Pay when you hire more.');
});
