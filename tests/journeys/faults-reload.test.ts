import { expect, test } from 'vitest';
import { arriveWith } from '#tests/support/arrive-with.ts';
import { button } from '#tests/support/button.ts';
import { chosenPlan, openPricing, planLink } from '#tests/support/choose-plan.ts';
import { consent } from '#tests/support/consent.ts';
import { fillDemo } from '#tests/support/demo-by-hand.ts';
import { expectFaults, holdAnswer, keptBy, mailsTo } from '#tests/support/faults.ts';
import { enterApp, fillAddress, fillNewPassword } from '#tests/support/log-in-by-hand.ts';
import { openJourney } from '#tests/support/open-journey.ts';
import { sessionsOf } from '#tests/support/sessions-of.ts';
import {
  atHeading,
  newAccount,
  newAddress,
  PASSWORD,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';

// The sign-up's own reloads are in sign-up-wizard.test.ts.

const journey = openJourney();

const password = () => journey.page.getByLabel('Password', { exact: true });
const email = () => journey.page.getByLabel('Email');

test('a login keeps the address that was typed, and neither password nor consent', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await fillAddress(visitor, '/login', address);
  await password().fill(PASSWORD);
  await consent(visitor).check();
  expect(await keptBy(page)).not.toContain(PASSWORD);
  await page.reload();
  await atHeading(visitor, 'Log in');
  await expect.poll(() => email().inputValue()).toBe(address);
  expect(await password().inputValue()).toBe('');
  expect(await consent(visitor).isChecked()).toBe(false);
  await password().fill(PASSWORD);
  await consent(visitor).check();
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
  expect(await keptBy(page)).not.toContain(address);
});

test('an address that a link carried is there after a reload, and one typed instead of it', async () => {
  const { visitor, page } = journey;
  await arriveWith(page, '/login', { email: 'asha@acme.example' });
  await atHeading(visitor, 'Log in');
  await page.reload();
  await expect.poll(() => email().inputValue()).toBe('asha@acme.example');
  await email().fill('ravi@acme.example');
  await page.reload();
  await expect.poll(() => email().inputValue()).toBe('ravi@acme.example');
  await arriveWith(page, '/login', { email: 'maya@acme.example' });
  await expect.poll(() => email().inputValue()).toBe('maya@acme.example');
});

test('a login by code goes on with the code that is on its way, and none is sent again', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await fillAddress(visitor, '/login', address);
  await button(visitor, 'Sign in using email OTP').click();
  const code = await site.inbox.nextCode(address);
  await typeCode(visitor, code);
  expect(await keptBy(page)).not.toContain(code);
  await page.reload();
  await page.getByText(/^Resend in \d+$/).waitFor();
  expect(await email().inputValue()).toBe(address);
  expect(await page.getByLabel('Digit 1 of 6').inputValue()).toBe('');
  await typeCode(visitor, code);
  await consent(visitor).check();
  await button(visitor, 'Verify').click();
  await page.waitForURL('**/app/');
  expect(mailsTo(site, address)).toBe(1);
});

test('who went back to the password finds the password after a reload', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await fillAddress(visitor, '/login', address);
  await button(visitor, 'Sign in using email OTP').click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await button(visitor, 'Sign in using password').click();
  await page.reload();
  await password().waitFor();
  await expect.poll(() => email().inputValue()).toBe(address);
});

test('a forgotten password goes on at each of its states', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await fillAddress(visitor, '/forgotPassword', address);
  await page.reload();
  await expect.poll(() => email().inputValue()).toBe(address);
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(address);
  await page.getByLabel('Digit 1 of 6').waitFor();
  await page.reload();
  await page.getByText(/^Resend in \d+$/).waitFor();
  await typeCode(visitor, code);
  expect(await keptBy(page)).not.toContain(code);
  await button(visitor, 'Verify').click();
  await atHeading(visitor, 'Set a new password');
  expect(mailsTo(site, address)).toBe(1);

  await page.getByLabel('Enter new password').fill('wide river at noon');
  expect(await keptBy(page)).not.toContain('wide river');
  await page.reload();
  await atHeading(visitor, 'Set a new password');
  expect(await page.getByLabel('Enter new password').inputValue()).toBe('');
  await fillNewPassword(visitor, 'wide river at noon');
  await button(visitor, 'Change Password').click();
  await page.waitForURL('**/app/');
});

test('a code that no longer holds is not waited for after a reload', async () => {
  const { site, visitor, page } = journey;
  const address = await newAccount(site);
  await page.clock.install();
  await fillAddress(visitor, '/forgotPassword', address);
  await button(visitor, 'Send OTP').click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await page.clock.runFor('10:31');
  await page.reload();
  await button(visitor, 'Send OTP').waitFor();
  expect(await email().inputValue()).toBe(address);
});

test.each(['/demo', '/campaign'])(
  'what was typed for a demo at %s is there again',
  async (path) => {
    const { site, visitor, page } = journey;
    const address = newAddress();
    const open = async () => {
      if (path === '/campaign') await button(visitor, 'Book a demo').first().click();
    };
    await page.goto(`/#${path}`);
    await open();
    await fillDemo(visitor, address);
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
    expect(await keptBy(page)).not.toContain(address);
  },
);

test('a reload while an answer is on its way sends nothing a second time', async () => {
  const { site, visitor, page } = journey;
  expectFaults(visitor);
  const address = newAddress();
  const { answered } = await holdAnswer(page, '/v1/email/genOtpv2/**');
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(address);
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(address);
  await answered;
  await page.reload();
  await expect.poll(() => page.getByLabel('Work email').inputValue()).toBe(address);
  await button(visitor, 'Send OTP').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await typeCode(visitor, code);
  await page.getByText('Email verified').waitFor();
  expect(mailsTo(site, address)).toBe(1);
});

test('a reload while a logout is on its way leads to the login', async () => {
  const { site, visitor, page } = journey;
  expectFaults(visitor);
  const email = await enterApp(site, visitor);
  const { answered } = await holdAnswer(page, '/v2/user/logout');
  await button(visitor, 'Log out').click();
  await answered;
  await page.reload();
  await atHeading(visitor, 'Log in');
  expect(await sessionsOf(site, email)).toEqual({ open: 0, endings: 1 });
});

test('a chosen plan stays on the sign-up, whatever its state', async () => {
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
