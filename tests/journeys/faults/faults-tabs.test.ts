// @module-tag further
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { countSessions } from '#tests/support/browser/count-sessions.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
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
  reachAboutYou,
  requestCode,
  startTrial,
  submitStep,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { openWithNavigationState } from '#tests/support/browser/open-with-navigation-state.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { countMails, expectNetworkErrors } from '#tests/support/faults/network-faults.ts';

const journey = setUpJourney({ prepare: expectNetworkErrors });
/** A second tab of the same browser. */
let second: Visitor;
beforeEach(async () => {
  const { visitor, page } = journey;
  second = { ...visitor, page: await page.context().newPage() };
});

const companiesOf = (email: string) =>
  journey.site.db.selectFrom('companies').selectAll().where('owner_email', '=', email).execute();

const finish = async (tab: Visitor): Promise<void> => {
  await fillAboutYouStep(tab);
  await submitStep(tab);
  await waitForHeading(tab, 'You are all set!');
  await button(tab, 'Done').click();
  await tab.page.waitForURL('**/app/jobs/new');
};

test('two tabs that enter the same address get one mail, and the second tab continues where the first one is', async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  await second.page.goto('/#/checkout');
  await waitForHeading(second, 'Sign up free to try now!');
  await requestCode(visitor, email);
  const code = await site.inbox.nextCode(email);

  await second.page.getByLabel('Work email').fill(email);
  await button(second, 'Send OTP').click();
  await second.page.getByLabel('Digit 1 of 6').waitFor();
  expect(await second.page.getByRole('alertdialog').count()).toBe(0);
  // The code that the first tab requested is valid here.
  await typeCode(second, code);
  await second.page.getByText('Email verified').waitFor();
  expect(countMails(site, email)).toBe(1);

  await typeCode(visitor, code);
  await visitor.page.getByText('Invalid OTP').first().waitFor();
  await consentCheckbox(second).check();
  await button(second, 'Start a free trial').click();
  await waitForHeading(second, 'Tell us about your company');
  await visitor.page.reload();
  await waitForHeading(visitor, 'Tell us about your company');
});

test('two tabs that submit step 1 concurrently create one company and one user', async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  await startTrial(site, visitor, email);
  await second.page.goto('/#/checkout');
  await waitForHeading(second, 'Tell us about your company');
  for (const tab of [visitor, second]) await fillCompanyStep(tab);
  await Promise.all([submitStep(visitor), submitStep(second)]);
  for (const tab of [visitor, second]) {
    await waitForHeading(tab, 'About You');
    await button(tab, 'Try again').waitFor({ state: 'detached' });
  }
  expect(await companiesOf(email)).toHaveLength(1);
  const users = await site.db.selectFrom('users').where('email', '=', email).select('id').execute();
  expect(users).toHaveLength(1);
  await finish(second);
});

test('of two tabs that sign up two addresses, the last one verified continues and the first one starts over', async () => {
  const { site, visitor } = journey;
  const first = newAddress();
  const other = newAddress();
  await second.page.goto('/#/checkout');
  await waitForHeading(second, 'Sign up free to try now!');
  await startTrial(site, visitor, first);
  await fillCompanyStep(visitor);
  await visitor.page.getByLabel('Company name').fill('First Robotics');
  await startTrial(site, second, other);

  await pressAndDismissAlert(visitor, 'Next', 'Please verify it again.');
  await waitForHeading(visitor, 'Sign up free to try now!');
  expect(await visitor.page.getByLabel('Work email').inputValue()).toBe(first);
  expect(await companiesOf(first)).toEqual([]);
  expect(await companiesOf(other)).toEqual([]);

  await fillCompanyStep(second);
  await submitStep(second);
  await waitForHeading(second, 'About You');
  await finish(second);

  await endResendPauses(site);
  await button(visitor, 'Send OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(first));
  await visitor.page.getByText('Email verified').waitFor();
  await consentCheckbox(visitor).check();
  await button(visitor, 'Start a free trial').click();
  await waitForHeading(visitor, 'Tell us about your company');
  expect(await visitor.page.getByLabel('Company name').inputValue()).toBe('First Robotics');
  await submitStep(visitor);
  await waitForHeading(visitor, 'About You');
  await finish(visitor);
  expect(await companiesOf(first)).toMatchObject([{ name: 'First Robotics' }]);
  expect(await companiesOf(other)).toMatchObject([{ name: 'Acme Robotics' }]);
});

test('a sign-up that another tab has completed can be completed here too, and stays completed', async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  await reachAboutYou(site, visitor, email);
  await second.page.goto('/#/checkout');
  await waitForHeading(second, 'About You');
  await finish(visitor);
  await finish(second);
  await second.page.goto('/#/checkout');
  await waitForHeading(second, 'You are already logged in');
});

test('another password in a second tab is not stored, which is shown, and both tabs continue', async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  await reachAboutYou(site, visitor, email);
  await second.page.goto('/#/checkout');
  await waitForHeading(second, 'About You');
  await fillAboutYouStep(visitor);
  await fillAboutYouStep(second);
  await second.page.getByLabel('Create password').fill('another password than that');
  await submitStep(visitor);
  await waitForHeading(visitor, 'You are all set!');
  await submitStep(second);
  await second.page.getByText('Use the password that was set first.').first().waitFor();
  await waitForHeading(second, 'You are all set!');
  await button(visitor, 'Done').click();
  await visitor.page.waitForURL('**/app/jobs/new');
});

test('a logout in one tab is shown in the other one, which starts over with what was typed', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await reachAboutYou(site, visitor, email);
  await second.page.goto('/app/');
  await button(second, 'Log out').click();
  await second.page.waitForURL('**/#/login');
  await fillAboutYouStep(visitor);
  await submitStep(visitor);
  await page.getByText('Login failed. Please check default credentials.').first().waitFor();
  expect(await page.getByLabel('Your name').inputValue()).toBe('Asha Rao');
  await button(visitor, 'Try again').click();
  await page.getByRole('alertdialog').getByText('Please verify it again.').waitFor();
});

test('two tabs log in concurrently: one session remains, which is valid in both', async () => {
  const { site, visitor } = journey;
  const email = await newAccount(site);
  const tabs = [visitor, second];
  for (const tab of tabs) {
    await fillLogin(tab, email);
  }
  await Promise.all(tabs.map((tab) => button(tab, 'Log In').click()));
  // The later login ended the session of the earlier one, perhaps while that tab was loading the app,
  // which then redirects to the login page.
  for (const { page } of tabs)
    await page.waitForFunction(() =>
      performance
        .getEntriesByType('navigation')
        .some(({ name }) => /^\/(?:app\/|login)$/.test(new URL(name).pathname)),
    );
  for (const { page } of tabs) {
    await page.goto('/app/');
    await page.getByText(email).first().waitFor();
  }
});

test('a code that one tab has used is refused in another one with a message', async () => {
  const { site, visitor } = journey;
  const email = await newAccount(site);
  const tabs = [visitor, second];
  for (const tab of tabs) {
    await fillEmail(tab, '/login', email);
    await button(tab, 'Sign in using email OTP').click();
    await tab.page.getByLabel('Digit 1 of 6').waitFor();
  }
  const code = await site.inbox.nextCode(email);
  for (const tab of tabs) {
    await consentCheckbox(tab).check();
    await typeCode(tab, code);
  }
  await button(visitor, 'Verify').click();
  await visitor.page.waitForURL('**/app/');
  await button(second, 'Verify').click();
  await second.page.getByText('Invalid OTP').first().waitFor();
  expect(countMails(site, email)).toBe(1);
});

test('two tabs that reset one password both continue, and the last password is valid', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillEmail(visitor, '/forgotPassword', email);
  await button(visitor, 'Send OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await waitForHeading(visitor, 'Set a new password');
  const state = await page.evaluate(() => history.state);
  await openWithNavigationState(second.page, '/resetPassword', state);
  await waitForHeading(second, 'Set a new password');
  for (const [tab, password] of [
    [visitor, 'wide river at noon'],
    [second, 'narrow river at dusk'],
  ] as const) {
    await fillNewPassword(tab, password);
    await button(tab, 'Change Password').click();
    await tab.page.waitForURL('**/app/');
  }
  const other = await site.visitor();
  await fillLogin(other, email, 'narrow river at dusk');
  await button(other, 'Log In').click();
  await other.page.waitForURL('**/app/');
});

test('the same demo request from two tabs is one lead', async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  const tabs = [visitor, second];
  for (const tab of tabs) {
    await tab.page.goto('/#/demo');
    await fillDemoForm(tab, email);
  }
  await Promise.all(tabs.map((tab) => button(tab, 'Request a demo').click()));
  for (const { page } of tabs) await page.waitForURL('**/#/thankyou');
  expect(await countLeads(site, email)).toBe(1);
});

/**
 * Logs in, with the application page in both tabs. Its lists are loaded: one that another tab's logout meets leads
 * to the login by itself.
 */
const openAppInBothTabs = async (): Promise<string> => {
  const { site, visitor } = journey;
  const email = await logInToApp(site, visitor);
  await second.page.goto('/app/');
  for (const { page } of [visitor, second]) await page.locator('#sessions li').first().waitFor();
  return email;
};

test('two tabs log out concurrently: the session ends once, and each tab shows the login', async () => {
  const { site, visitor } = journey;
  const email = await openAppInBothTabs();
  const tabs = [visitor, second];
  await Promise.all(tabs.map((tab) => button(tab, 'Log out').click()));
  for (const tab of tabs) await waitForHeading(tab, 'Log in');
  expect(await countSessions(site, email)).toEqual({ open: 0, endings: 1 });
});

test('a tab that logs out after another one has done so shows the login as well', async () => {
  const { site, visitor } = journey;
  const email = await openAppInBothTabs();
  await routeOnce(second.page, `**${paths.logout}`, async (route) => {
    await button(visitor, 'Log out').click();
    await waitForHeading(visitor, 'Log in');
    await route.continue();
  });
  await button(second, 'Log out').click();
  await waitForHeading(second, 'Log in');
  expect(await countSessions(site, email)).toEqual({ open: 0, endings: 1 });
});

test('a logout in a tab whose session another one has ended leads to the login', async () => {
  const { site, visitor } = journey;
  const email = await openAppInBothTabs();
  for (const tab of [visitor, second]) {
    await button(tab, 'Log out').click();
    await waitForHeading(tab, 'Log in');
  }
  expect(await countSessions(site, email)).toEqual({ open: 0, endings: 1 });
});

test('each tab keeps its own chosen plan', async () => {
  const plans = [
    [journey.visitor, 'Pro'],
    [second, 'Starter'],
  ] as const;
  for (const [tab, plan] of plans) {
    await openPricing(tab);
    await planLink(tab, plan).click();
    await chosenPlan(tab, plan).waitFor();
  }
  for (const [tab, plan] of plans) {
    await tab.page.reload();
    await chosenPlan(tab, plan).waitFor();
  }
});
