// @module-tag further
import { expect, test } from 'vitest';
import { CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/code.ts';
import { countSessions } from '#tests/support/browser/count-sessions.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { consentCheckbox } from '#tests/support/browser/forms/consent-checkbox.ts';
import { fillDemoForm } from '#tests/support/browser/forms/demo-form.ts';
import { fillEmail, fillNewPassword, logInToApp } from '#tests/support/browser/forms/login-form.ts';
import { chosenPlan, openPricing, planLink } from '#tests/support/browser/forms/pricing-page.ts';
import {
  newAccount,
  newAddress,
  PASSWORD,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { openWithNavigationState } from '#tests/support/browser/open-with-navigation-state.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import {
  countMails,
  expectNetworkErrors,
  readStoredState,
  stallResponse,
} from '#tests/support/faults/network-faults.ts';

// Reloads during a sign-up are tested in sign-up-wizard.test.ts.

const journey = setUpJourney();

const password = () => journey.page.getByLabel('Password', { exact: true });
const email = () => journey.page.getByLabel('Email');

test('a reloaded login keeps the typed address, but not password and consent', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await fillEmail(visitor, '/login', address);
  await password().fill(PASSWORD);
  await consentCheckbox(visitor).check();
  expect(await readStoredState(page)).not.toContain(PASSWORD);
  await page.reload();
  await waitForHeading(visitor, 'Log in');
  await expect.poll(() => email().inputValue()).toBe(address);
  expect(await password().inputValue()).toBe('');
  expect(await consentCheckbox(visitor).isChecked()).toBe(false);
  await password().fill(PASSWORD);
  await consentCheckbox(visitor).check();
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
  expect(await readStoredState(page)).not.toContain(address);
});

test('an address from a link survives a reload, and so does one typed instead', async () => {
  const { visitor, page } = journey;
  await openWithNavigationState(page, '/login', { email: 'asha@acme.example' });
  await waitForHeading(visitor, 'Log in');
  await page.reload();
  await expect.poll(() => email().inputValue()).toBe('asha@acme.example');
  await email().fill('ravi@acme.example');
  await page.reload();
  await expect.poll(() => email().inputValue()).toBe('ravi@acme.example');
  await openWithNavigationState(page, '/login', { email: 'maya@acme.example' });
  await expect.poll(() => email().inputValue()).toBe('maya@acme.example');
});

test('a reloaded login by code keeps waiting for the code that was sent, and sends no other', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await fillEmail(visitor, '/login', address);
  await button(visitor, 'Sign in using email OTP').click();
  const code = await site.inbox.nextCode(address);
  await typeCode(visitor, code);
  expect(await readStoredState(page)).not.toContain(code);
  await page.reload();
  await page.getByText(/^Resend in \d+$/).waitFor();
  expect(await email().inputValue()).toBe(address);
  expect(await page.getByLabel('Digit 1 of 6').inputValue()).toBe('');
  await typeCode(visitor, code);
  await consentCheckbox(visitor).check();
  await button(visitor, 'Verify').click();
  await page.waitForURL('**/app/');
  expect(countMails(site, address)).toBe(1);
});

test('a visitor who returned to the password form finds it after a reload', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await fillEmail(visitor, '/login', address);
  await button(visitor, 'Sign in using email OTP').click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await button(visitor, 'Sign in using password').click();
  await page.reload();
  await password().waitFor();
  await expect.poll(() => email().inputValue()).toBe(address);
});

test('a forgotten password that waits for its code continues at the real address', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await fillEmail(visitor, '/forgotPassword', address);
  await button(visitor, 'Send OTP').click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await page.goto('/forgotPassword');
  await page.getByLabel('Digit 1 of 6').waitFor();
  expect(await email().inputValue()).toBe(address);
  expect(countMails(site, address)).toBe(1);
});

test('a forgotten password continues after a reload in each of its states', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await fillEmail(visitor, '/forgotPassword', address);
  // A draft is stored once the app is mounted.
  await expect.poll(() => readStoredState(page)).toContain(address);
  await page.reload();
  await expect.poll(() => email().inputValue()).toBe(address);
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(address);
  await page.getByLabel('Digit 1 of 6').waitFor();
  await page.reload();
  await page.getByText(/^Resend in \d+$/).waitFor();
  await typeCode(visitor, code);
  expect(await readStoredState(page)).not.toContain(code);
  await button(visitor, 'Verify').click();
  await waitForHeading(visitor, 'Set a new password');
  expect(countMails(site, address)).toBe(1);

  await page.getByLabel('Enter new password').fill('wide river at noon');
  expect(await readStoredState(page)).not.toContain('wide river');
  await page.reload();
  await waitForHeading(visitor, 'Set a new password');
  expect(await page.getByLabel('Enter new password').inputValue()).toBe('');
  await fillNewPassword(visitor, 'wide river at noon');
  await button(visitor, 'Change Password').click();
  await page.waitForURL('**/app/');
});

test('an expired code is not waited for after a reload', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await page.clock.install();
  await fillEmail(visitor, '/forgotPassword', address);
  await button(visitor, 'Send OTP').click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await page.clock.runFor(CODE_LIFETIME_MS + RESEND_PAUSE_MS + 1000);
  await page.reload();
  await button(visitor, 'Send OTP').waitFor();
  expect(await email().inputValue()).toBe(address);
});

test.each(['/demo', '/campaign'])(
  'what was typed for a demo at %s survives a reload',
  async (path) => {
    const { site, visitor, page } = journey;
    const address = newAddress();
    const open = async () => {
      if (path === '/campaign') await button(visitor, 'Book a demo').first().click();
    };
    await page.goto(`/#${path}`);
    await open();
    await fillDemoForm(visitor, address);
    if (path === '/demo') {
      await page.getByLabel('Country code').selectOption('+44');
      await page.getByLabel('Additional information').fill('We hire in Pune.');
    }
    await page.reload();
    await open();
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Asha Rao');
    expect(await page.getByLabel('Work email').inputValue()).toBe(address);
    expect(await page.getByLabel('Work phone number').inputValue()).toBe('9876543210');
    await button(visitor, 'Request a demo').click();
    await page.waitForURL(/#\/thankyou/);
    const lead = await site.db
      .selectFrom('leads')
      .where('email', '=', address)
      .select(['phone', 'message', 'organization'])
      .executeTakeFirstOrThrow();
    expect(lead).toEqual({
      organization: 'Acme Robotics',
      phone: path === '/demo' ? '+449876543210' : '9876543210',
      message: path === '/demo' ? 'We hire in Pune.' : '',
    });
    expect(await readStoredState(page)).not.toContain(address);
  },
);

test('a reload during a pending request does not send it again', async () => {
  const { site, visitor, page } = journey;
  expectNetworkErrors(visitor);
  const address = newAddress();
  const { answered } = await stallResponse(page, '/v1/email/genOtpv2/**');
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(address);
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(address);
  await answered;
  await page.reload();
  await expect.poll(() => page.getByLabel('Work email').inputValue()).toBe(address);
  await button(visitor, 'Send OTP').click();
  await typeCode(visitor, code);
  await page.getByText('Email verified').waitFor();
  expect(countMails(site, address)).toBe(1);
});

test('a reload during a pending logout leads to the login', async () => {
  const { site, visitor, page } = journey;
  expectNetworkErrors(visitor);
  const email = await logInToApp(site, visitor);
  const { answered } = await stallResponse(page, '/v2/user/logout');
  await button(visitor, 'Log out').click();
  await answered;
  await page.reload();
  await waitForHeading(visitor, 'Log in');
  expect(await countSessions(site, email)).toEqual({ open: 0, endings: 1 });
});

test('a chosen plan survives reloads in every state of the sign-up', async () => {
  const { site, visitor, page } = journey;
  const address = newAddress();
  await openPricing(visitor);
  await planLink(visitor, 'Pro').click();
  await chosenPlan(visitor, 'Pro').waitFor();
  await page.reload();
  await chosenPlan(visitor, 'Pro').waitFor();
  await page.getByLabel('Work email').fill(address);
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(address);
  await page.getByLabel('Digit 1 of 6').waitFor();
  await page.reload();
  await chosenPlan(visitor, 'Pro').waitFor();
  await typeCode(visitor, code);
  await page.getByText('Email verified').waitFor();
  await page.reload();
  await page.getByText('Email verified').waitFor();
  await chosenPlan(visitor, 'Pro').waitFor();
});
