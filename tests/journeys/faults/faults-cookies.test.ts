// @module-tag further
import { beforeEach, describe, expect, test } from 'vitest';
import { countSessions } from '#tests/support/browser/count-sessions.ts';
import { browserIssuesLine } from '#tests/support/browser/forms/browser-issues-line.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { consentCheckbox } from '#tests/support/browser/forms/consent-checkbox.ts';
import { countLeads, fillDemoForm } from '#tests/support/browser/forms/demo-form.ts';
import { pressAndDismissAlert } from '#tests/support/browser/forms/dismiss-alert.ts';
import { fillEmail, fillLogin, logInToApp } from '#tests/support/browser/forms/login-form.ts';
import {
  newAccount,
  newAddress,
  PASSWORD,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { blockCookies, cookieFailures } from '#tests/support/faults/forbid-storage.ts';
import { countMails, expectNetworkErrors } from '#tests/support/faults/network-faults.ts';
import { readLimits } from '#tests/support/server/database/age-rows.ts';

const BLOCKED = 'Your browser blocks cookies';

const journey = setUpJourney();

const told = () => browserIssuesLine(journey.visitor, BLOCKED);

const pressAndReadWhy = async (name: string, words: string): Promise<void> => {
  await pressAndDismissAlert(journey.visitor, name, words);
  await told().waitFor();
};

describe.each(Object.entries(cookieFailures))(
  'a browser that blocks cookies and %s',
  (how, refuse) => {
    beforeEach(async () => {
      const { visitor, page } = journey;
      expectNetworkErrors(visitor);
      await blockCookies(page.context());
      await page.addInitScript(refuse);
    });

    /** The line moves what is below it, so nobody can press that before. */
    const waitForLine = async (): Promise<void> => {
      if (how === 'says so') await told().waitFor();
    };

    test('shows it in the sign-up: nothing is mailed, what was typed stays', async () => {
      const { site, visitor, page } = journey;
      const email = newAddress();
      await page.goto('/#/checkout');
      await waitForHeading(visitor, 'Sign up free to try now!');
      await waitForLine();
      await page.getByLabel('Work email').fill(email);
      await consentCheckbox(visitor).check();
      await pressAndReadWhy('Send OTP', "Invitation mail can't be sent Please try again.");
      expect(await page.getByLabel('Work email').inputValue()).toBe(email);
      expect(await consentCheckbox(visitor).isChecked()).toBe(true);
      expect(countMails(site, email)).toBe(0);
    });

    test('shows it in the login, and no attempt is counted', async () => {
      const { site, visitor, page } = journey;
      const email = await newAccount(site);
      await fillLogin(visitor, email);
      await waitForLine();
      await pressAndReadWhy('Log In', 'Something went wrong. Please try again.');
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
      expect(await readLimits(site.db, `password tries ${email}`)).toEqual([]);
    });

    test('shows it in the login by code: nothing is mailed, the address stays', async () => {
      const { site, visitor, page } = journey;
      const email = await newAccount(site);
      await fillEmail(visitor, '/login', email);
      await waitForLine();
      await pressAndReadWhy('Sign in using email OTP', 'Could not send OTP, please trye again');
      await pressAndReadWhy('Send OTP', 'Could not send OTP, please trye again');
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      expect(countMails(site, email)).toBe(0);
    });

    test('shows it in the forgotten-password form', async () => {
      const { site, visitor, page } = journey;
      const email = await newAccount(site);
      await fillEmail(visitor, '/forgotPassword', email);
      await waitForLine();
      await pressAndReadWhy('Send OTP', 'Could not send OTP, please trye again');
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      expect(countMails(site, email)).toBe(0);
    });

    test('requests a demo without any message about cookies', async () => {
      const { site, visitor, page } = journey;
      const email = newAddress();
      await page.goto('/#/demo');
      await fillDemoForm(visitor, email);
      expect(await told().count()).toBe(0);
      await button(visitor, 'Request a demo').click();
      await page.waitForURL('**/#/thankyou');
      expect(await countLeads(site, email)).toBe(1);
    });
  },
);

test('a visitor who allows cookies again can continue without a message', async () => {
  const { visitor, page } = journey;
  expectNetworkErrors(visitor);
  const email = newAddress();
  await blockCookies(page.context());
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await pressAndReadWhy('Send OTP', "Invitation mail can't be sent Please try again.");
  await page.context().unroute(/\/v[12]\//);
  await button(visitor, 'Send OTP').click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await told().waitFor({ state: 'detached' });
});

test('a visitor who blocks cookies while signed in sees that the logout failed', async () => {
  const { site, visitor, page } = journey;
  expectNetworkErrors(visitor);
  const email = await logInToApp(site, visitor);
  await blockCookies(page.context());
  await button(visitor, 'Log out').click();
  await page.getByText('Logging out did not work. Please try again.').waitFor();
  expect(await countSessions(site, email)).toEqual({ open: 1, endings: 0 });
  await page.context().unroute(/\/v[12]\//);
  await button(visitor, 'Log out').click();
  await waitForHeading(visitor, 'Log in');
  expect(await countSessions(site, email)).toEqual({ open: 0, endings: 1 });
});

test('a malformed cookie does not prevent a login', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await page.context().addCookies([{ name: 'signed-in', value: '%E0%A4%A', url: site.url }]);
  await fillLogin(visitor, email);
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
});
