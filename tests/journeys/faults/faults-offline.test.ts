// @module-tag further

import { expect, test } from 'vitest';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { browserIssuesLine } from '#tests/support/browser/forms/browser-issues-line.ts';
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
import { chosenPlan, openPricing, planLink } from '#tests/support/browser/forms/pricing-page.ts';
import {
  fillAboutYouStep,
  fillCompanyStep,
  newAccount,
  newAddress,
  PASSWORD,
  submitStep,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { countMails, expectNetworkErrors } from '#tests/support/faults/network-faults.ts';

const NEW_PASSWORD = 'wide river at noon';
const OFFLINE = 'You are offline.';
const UNEXPECTED = 'Something went wrong. Please try again.';

const journey = setUpJourney({ prepare: expectNetworkErrors });

const digits = () =>
  journey.page
    .getByRole('group', { name: 'Verification code' })
    .getByRole('textbox')
    .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''));

/** Performs an action offline, expects the form to show the error, and goes online again. */
const whileOffline = async (act: () => Promise<void>): Promise<void> => {
  const { visitor, page } = journey;
  await waitUntilMounted(journey.page);
  const told = browserIssuesLine(visitor, OFFLINE);
  await page.context().setOffline(true);
  await told.waitFor();
  await act();
  await page.context().setOffline(false);
  await told.waitFor({ state: 'detached' });
};

/** Waits until earlier notices are gone, because the same text is expected again. */
const untilQuiet = () => expect.poll(() => journey.page.getByText(UNEXPECTED).count()).toBe(0);

test('a sign-up that goes offline at every step shows each error and continues', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await whileOffline(() =>
    pressAndDismissAlert(visitor, 'Send OTP', "Invitation mail can't be sent Please try again."),
  );
  expect(await page.getByLabel('Work email').inputValue()).toBe(email);
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();

  await whileOffline(async () => {
    await typeCode(visitor, code);
    await page.getByText(UNEXPECTED).first().waitFor();
  });
  expect(await digits()).toBe(code);
  await button(visitor, 'Check again').click();
  await page.getByText('Email verified').waitFor();
  await consentCheckbox(visitor).check();
  await button(visitor, 'Start a free trial').click();

  await waitForHeading(visitor, 'Tell us about your company');
  await fillCompanyStep(visitor);
  await whileOffline(async () => {
    await submitStep(visitor);
    await waitForHeading(visitor, 'About You');
    await page.getByText('Error creating company or user.').first().waitFor();
    await page.getByText('Your company was not created. Nothing you typed is lost.').waitFor();
  });
  await button(visitor, 'Try again').click();
  await button(visitor, 'Try again').waitFor({ state: 'detached' });

  await fillAboutYouStep(visitor);
  await untilQuiet();
  await whileOffline(async () => {
    await submitStep(visitor);
    await page.getByText(UNEXPECTED).first().waitFor();
  });
  expect(await page.getByLabel('Your name').inputValue()).toBe('Asha Rao');
  expect(await page.getByLabel('Create password').inputValue()).toBe(PASSWORD);
  await submitStep(visitor);

  await waitForHeading(visitor, 'You are all set!');
  await page.getByLabel('About the company').fill('We build small robots.');
  await untilQuiet();
  await whileOffline(async () => {
    await button(visitor, 'Done').click();
    await page.getByText(UNEXPECTED).first().waitFor();
  });
  expect(await page.getByLabel('About the company').inputValue()).toBe('We build small robots.');
  await button(visitor, 'Done').click();
  await page.waitForURL('**/app/jobs/new');

  const companies = await site.db
    .selectFrom('companies')
    .where('owner_email', '=', email)
    .select(['about', 'location'])
    .execute();
  expect(companies).toMatchObject([{ about: 'We build small robots.', location: 'Delhi, Pune' }]);
  expect(countMails(site, email)).toBe(1);
});

test('a login by password can be repeated after it failed offline', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillLogin(visitor, email);
  await whileOffline(() => pressAndDismissAlert(visitor, 'Log In', UNEXPECTED));
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
  expect(await consentCheckbox(visitor).isChecked()).toBe(true);
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
});

test('a login whose user could not be fetched keeps consent and password', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillLogin(visitor, email);
  await routeOnce(page, '**/v2/user/getuser', (route) => route.abort('internetdisconnected'));
  await pressAndDismissAlert(visitor, 'Log In', UNEXPECTED);
  expect(await consentCheckbox(visitor).isChecked()).toBe(true);
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
});

test('a login by code that failed offline sends one mail and keeps the digits', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillEmail(visitor, '/login', email);
  await whileOffline(() =>
    pressAndDismissAlert(
      visitor,
      'Sign in using email OTP',
      'Could not send OTP, please trye again',
    ),
  );
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();
  await consentCheckbox(visitor).check();
  await typeCode(visitor, code);
  await whileOffline(() => pressAndDismissAlert(visitor, 'Verify', UNEXPECTED));
  expect(await digits()).toBe(code);
  await button(visitor, 'Verify').click();
  await page.waitForURL('**/app/');
  expect(countMails(site, email)).toBe(1);
});

test('a resend that failed offline keeps the boxes and can be repeated', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await page.clock.install();
  await fillEmail(visitor, '/forgotPassword', email);
  await button(visitor, 'Send OTP').click();
  await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();
  await page.clock.runFor(RESEND_PAUSE_MS + 1000);
  await endResendPauses(site);
  await whileOffline(() =>
    pressAndDismissAlert(visitor, 'Resend', 'Could not send OTP, please trye again'),
  );
  await button(visitor, 'Resend').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await waitForHeading(visitor, 'Set a new password');
  expect(countMails(site, email)).toBe(2);
});

test('a forgotten password that failed offline at each step can be completed', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillEmail(visitor, '/forgotPassword', email);
  await whileOffline(() =>
    pressAndDismissAlert(visitor, 'Send OTP', 'Could not send OTP, please trye again'),
  );
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, code);
  await whileOffline(() => pressAndDismissAlert(visitor, 'Verify', UNEXPECTED));
  await button(visitor, 'Verify').click();

  await waitForHeading(visitor, 'Set a new password');
  await fillNewPassword(visitor, NEW_PASSWORD);
  await whileOffline(() => pressAndDismissAlert(visitor, 'Change Password', UNEXPECTED));
  expect(await page.getByLabel('Confirm new password').inputValue()).toBe(NEW_PASSWORD);
  await button(visitor, 'Change Password').click();
  await page.waitForURL('**/app/');
});

test.each(['/demo', '/campaign'])(
  'a demo request from %s can be repeated after it failed offline',
  async (path) => {
    const { site, visitor, page } = journey;
    const email = newAddress();
    await page.goto(`/#${path}`);
    if (path === '/campaign') await button(visitor, 'Book a demo').first().click();
    await fillDemoForm(visitor, email);
    await whileOffline(() =>
      pressAndDismissAlert(
        visitor,
        'Request a demo',
        'Something went wrong, please try again later',
      ),
    );
    expect(await page.getByLabel('Full name').inputValue()).toBe('Asha Rao');
    await button(visitor, 'Request a demo').click();
    await page.waitForURL(path === '/demo' ? '**/#/thankyou' : '**/#/thankyou_campaign');
    expect(await countLeads(site, email)).toBe(1);
  },
);

test('a logout that failed offline shows it and can be repeated', async () => {
  const { site, visitor, page } = journey;
  await logInToApp(site, visitor);
  await page.context().setOffline(true);
  await button(visitor, 'Log out').click();
  await page.getByText('Logging out did not work. Please try again.').waitFor();
  await page.context().setOffline(false);
  await button(visitor, 'Log out').click();
  await page.waitForURL('**/#/login');
  await waitForHeading(visitor, 'Log in');
});

test('a plan chosen offline shows why the page does not open; it opens with the network, and the plan is chosen', async () => {
  const { visitor, page } = journey;
  await openPricing(visitor);
  await waitUntilMounted(journey.page);
  await page.context().setOffline(true);
  await planLink(visitor, 'Pro').click();
  const told = page.getByText('You are offline. Please try again when you are connected.');
  await told.waitFor();
  await page.context().setOffline(false);
  await chosenPlan(visitor, 'Pro').waitFor();
});
