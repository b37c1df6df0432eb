// @module-tag further
import { expect, test } from 'vitest';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { countSessions } from '#tests/support/browser/count-sessions.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { consentCheckbox } from '#tests/support/browser/forms/consent-checkbox.ts';
import { countLeads, fillDemoForm } from '#tests/support/browser/forms/demo-form.ts';
import { pressAndDismissAlert } from '#tests/support/browser/forms/dismiss-alert.ts';
import {
  fillEmail,
  fillLogin,
  fillNewPassword,
  logInToApp,
} from '#tests/support/browser/forms/login-form.ts';
import {
  fillAboutYouStep,
  fillCompanyStep,
  newAccount,
  newAddress,
  startTrial,
  submitStep,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import {
  countMails,
  expectNetworkErrors,
  loseResponse,
} from '#tests/support/faults/network-faults.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';

// The server handles the request, but the connection breaks before the response arrives.

const UNEXPECTED = 'Something went wrong. Please try again.';
const SALES = 'sales@sitara.example';

const journey = setUpJourney({ prepare: expectNetworkErrors });

test('a code whose response was lost is not mailed again, and is valid', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await loseResponse(page, '/v1/email/genOtpv2/**');
  await pressAndDismissAlert(
    visitor,
    'Send OTP',
    "Invitation mail can't be sent Please try again.",
  );
  const code = await site.inbox.nextCode(email);
  await button(visitor, 'Send OTP').click();
  await page.getByText(/^Resend in \d+$/).waitFor();
  await typeCode(visitor, code);
  await page.getByText('Email verified').waitFor();
  expect(countMails(site, email)).toBe(1);
});

test('what was created before its response was lost is not created again', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  const salesBefore = countMails(site, SALES);
  await startTrial(site, visitor, email);
  await fillCompanyStep(visitor);
  await loseResponse(page, '/v1/company/create');
  await submitStep(visitor);
  await page.getByText('Your company was not created. Nothing you typed is lost.').waitFor();
  await loseResponse(page, '/v1/company/logo');
  await loseResponse(page, '/v1/user/create');
  await button(visitor, 'Try again').click();
  await page.getByText('Your company was created, but').waitFor();
  await button(visitor, 'Try again').click();
  await button(visitor, 'Try again').waitFor({ state: 'detached' });
  await fillAboutYouStep(visitor);
  await loseResponse(page, '/v1/user/update');
  await submitStep(visitor);
  await page.getByText(UNEXPECTED).first().waitFor();
  await submitStep(visitor);
  await waitForHeading(visitor, 'You are all set!');
  await button(visitor, 'Done').click();
  await page.waitForURL('**/app/jobs/new');

  const company = await site.db
    .selectFrom('companies')
    .where('owner_email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow();
  const countOf = async (table: 'logos' | 'users') =>
    (
      await site.db
        .selectFrom(table)
        .where('company_id', '=', company.id)
        .select('company_id')
        .execute()
    ).length;
  expect([await countOf('users'), await countOf('logos')]).toEqual([1, 1]);
  await expect.poll(() => countMails(site, SALES)).toBe(salesBefore + 1);
});

test('a login whose response was lost is repeated with what is still typed', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillLogin(visitor, email);
  await loseResponse(page, '/v2/user/login');
  await pressAndDismissAlert(visitor, 'Log In', UNEXPECTED);
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
});

test('a new password whose response was lost is set: it logs in', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillEmail(visitor, '/forgotPassword', email);
  await button(visitor, 'Send OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await waitForHeading(visitor, 'Set a new password');
  await fillNewPassword(visitor, 'wide river at noon');
  await loseResponse(page, '/v2/user/update');
  await pressAndDismissAlert(visitor, 'Change Password', UNEXPECTED);
  // The tokens of before are worth nothing, and the new ones were in the response.
  await button(visitor, 'Change Password').click();
  await page.getByText('Your session has ended. Please log in again.').waitFor();
  await fillLogin(visitor, email, 'wide river at noon');
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
});

test('a demo request whose response was lost is one lead and one mail', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  const salesBefore = countMails(site, SALES);
  await page.goto('/#/demo');
  await fillDemoForm(visitor, email);
  await loseResponse(page, '/v1/company/earlyaccess');
  await pressAndDismissAlert(
    visitor,
    'Request a demo',
    'Something went wrong, please try again later',
  );
  await button(visitor, 'Request a demo').click();
  await page.waitForURL('**/#/thankyou');
  expect(await countLeads(site, email)).toBe(1);
  const outbox = site.db.selectFrom('outbox').where('sent_at', 'is', null).select('id');
  await expect.poll(() => outbox.execute()).toEqual([]);
  expect(countMails(site, SALES)).toBe(salesBefore + 1);
});

test('a used code whose response was lost is refused with a message, and another code works', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await page.clock.install();
  await fillEmail(visitor, '/login', email);
  await button(visitor, 'Sign in using email OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await consentCheckbox(visitor).check();
  await loseResponse(page, '/v2/user/login');
  await pressAndDismissAlert(visitor, 'Verify', UNEXPECTED);
  await button(visitor, 'Verify').click();
  await page.getByText('Invalid OTP').first().waitFor();
  await passResendPause(site.db);
  await page.clock.runFor(RESEND_PAUSE_MS + 1000);
  await button(visitor, 'Resend OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await page.waitForURL('**/app/');
});

test.each([
  ['/login', 'Sign in using email OTP'],
  ['/forgotPassword', 'Send OTP'],
] as const)(
  'a code for %s whose response was lost is valid, and is the only one',
  async (path, first) => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    await fillEmail(visitor, path, email);
    await loseResponse(page, '/v2/user/genOtp/**');
    await pressAndDismissAlert(visitor, first, 'Could not send OTP, please trye again');
    const code = await site.inbox.nextCode(email);
    await button(visitor, 'Send OTP').click();
    await page.getByText(/^Resend in \d+$/).waitFor();
    await typeCode(visitor, code);
    if (path === '/login') await consentCheckbox(visitor).check();
    await button(visitor, 'Verify').click();
    await page.waitForURL(path === '/login' ? '**/app/' : '**/#/resetPassword');
    expect(countMails(site, email)).toBe(1);
  },
);

test('a logout whose response was lost can be repeated', async () => {
  const { site, visitor, page } = journey;
  const email = await logInToApp(site, visitor);
  await loseResponse(page, '/v2/user/logout');
  await button(visitor, 'Log out').click();
  await page.getByText('Logging out did not work. Please try again.').waitFor();
  expect(await countSessions(site, email)).toEqual({ open: 0, endings: 1 });
  await button(visitor, 'Log out').click();
  await waitForHeading(visitor, 'Log in');
  expect(await countSessions(site, email)).toEqual({ open: 0, endings: 1 });
  await page.goto('/app/');
  await waitForHeading(visitor, 'Log in');
});
