import { expect, test } from 'vitest';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { busyButton, button, idleButton } from '#tests/support/browser/forms/button.ts';
import { consentCheckbox } from '#tests/support/browser/forms/consent-checkbox.ts';
import { fillDemoForm } from '#tests/support/browser/forms/demo-form.ts';
import { fillEmail, fillLogin, fillNewPassword } from '#tests/support/browser/forms/login-form.ts';
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
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { interceptRequests } from '#tests/support/chart-paths/intercept-requests.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { pngLogo } from '#tests/support/server/images/png-logo.ts';

const journey = setUpJourney({
  prepare: (visitor) =>
    visitor.expectConsole(/ERR_INTERNET_DISCONNECTED|: network$|401 \(Unauthorized\)/),
});

/** Replaces a field's value key by key, as a user does. */
const typeOver = async (label: string, text: string): Promise<void> => {
  const { page } = journey;
  const field = page.getByLabel(label, { exact: true });
  await field.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
};

/** The values of the fields with these labels, once they no longer change. */
const hold = async (typed: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(typed))
    await expect
      .poll(() => journey.page.getByLabel(label, { exact: true }).inputValue(), { message: label })
      .toBe(text);
};

const typeAll = async (typed: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(typed)) await typeOver(label, text);
  await hold(typed);
};

const dismiss = (): Promise<void> => button(journey, 'OK').click();

const DEMO = /^\/v1\/company\/earlyaccess$/;
const LOGIN = /^\/v2\/user\/login$/;
const CURRENT_USER = /^\/v2\/user\/getuser$/;
const SEND_LOGIN_CODE = /^\/v2\/user\/genOtp\//;
const CHANGE_PASSWORD = /^\/v2\/user\/update$/;
const SEND_CODE = /^\/v1\/email\/genOtpv2\//;
const CREATE_COMPANY = /^\/v1\/company\/create$/;
const CREATE_USER = /^\/v1\/user\/create$/;
const COMPLETE_USER = /^\/v1\/user\/update$/;
const DESCRIBE_COMPANY = /^\/v1\/company\/update$/;

testConditions(
  ['demo', 'campaign'],
  (path) => `a demo request from /${path} keeps what is typed while it is sent`,
  async (path) => {
    const { page, visitor } = journey;
    const wire = await interceptRequests(page, [DEMO]);
    await page.goto(`/#/${path}`);
    if (path === 'campaign') await button(visitor, 'Book a demo').first().click();
    await fillDemoForm(visitor, 'asha@acme.example');
    await button(visitor, 'Request a demo').click();
    await busyButton(visitor, 'Request a demo').waitFor();
    const typed = {
      'Full name': 'Ravi Iyer',
      'Work email': 'ravi@acme.example',
      Company: 'Acme Rivers',
      'Work phone number': '9123456780',
    };
    await typeAll(typed);
    await wire.cut(DEMO);
    await dismiss();
    await idleButton(visitor, 'Request a demo').waitFor();
    await hold(typed);
  },
);

test('a login by password keeps what is typed while it is verified and while the user is fetched', async () => {
  const { site, page, visitor } = journey;
  const wire = await interceptRequests(page, [LOGIN, CURRENT_USER]);
  const email = await newAccount(site);
  await fillLogin(visitor, email, 'not the password');
  await button(visitor, 'Log In').click();
  await busyButton(visitor, 'Log In').waitFor();
  const typed = { Email: 'ravi@acme.example', Password: 'typed meanwhile' };
  await typeAll(typed);
  await wire.pass(LOGIN);
  await dismiss();
  await hold(typed);

  await fillLogin(visitor, email);
  await button(visitor, 'Log In').click();
  await wire.pass(LOGIN);
  const user = await wire.next(CURRENT_USER);
  await typeAll(typed);
  await user.abort('internetdisconnected');
  await dismiss();
  await hold(typed);
});

test('too many attempts are told of the address that was sent, not of one typed meanwhile', async () => {
  const { site, page, visitor } = journey;
  visitor.expectConsole(/status of 429/);
  const wire = await interceptRequests(page, [LOGIN]);
  const line = page.locator('form').getByText('Too many attempts.');
  await fillLogin(visitor, await newAccount(site), 'not the password');
  await button(visitor, 'Log In').click();
  await busyButton(visitor, 'Log In').waitFor();
  await typeAll({ Email: 'ravi@acme.example' });
  await wire.refuse(LOGIN, 'too_many_requests', 60);
  await page.getByRole('alert').getByText('Too many attempts.').waitFor();
  await idleButton(visitor, 'Log In').waitFor();
  expect(await line.count()).toBe(0);

  await button(visitor, 'Log In').click();
  await busyButton(visitor, 'Log In').waitFor();
  await typeAll({ Password: 'typed meanwhile' });
  await wire.refuse(LOGIN, 'too_many_requests', 60);
  await line.waitFor();
});

test('a login by code keeps the digits while they are verified', async () => {
  const { site, page, visitor } = journey;
  const wire = await interceptRequests(page, [LOGIN, SEND_LOGIN_CODE]);
  const email = await newAccount(site);
  await fillEmail(visitor, '/login', email);
  await button(visitor, 'Sign in using email OTP').click();
  await busyButton(visitor, 'Send OTP').waitFor();
  await page.getByLabel('Email').fill(email.toUpperCase());
  await wire.pass(SEND_LOGIN_CODE);
  await consentCheckbox(visitor).check();
  await typeCode(visitor, '012345');
  await button(visitor, 'Verify').click();
  await busyButton(visitor, 'Verify').waitFor();
  await page.getByLabel('Digit 1 of 6').press('9');
  await wire.cut(LOGIN);
  await dismiss();
  await hold({ Email: email.toUpperCase(), 'Digit 1 of 6': '0', 'Digit 6 of 6': '5' });
});

test(
  'a forgotten password keeps what is typed while the code is sent and while the password is saved',
  FURTHER,
  async () => {
    const { site, page, visitor } = journey;
    const wire = await interceptRequests(page, [SEND_LOGIN_CODE, CHANGE_PASSWORD]);
    const email = await newAccount(site);
    await fillEmail(visitor, '/forgotPassword', 'nobody@acme.example');
    await button(visitor, 'Send OTP').click();
    await busyButton(visitor, 'Send OTP').waitFor();
    await typeAll({ Email: email });
    await button(visitor, 'Send OTP').click();
    await wire.cut(SEND_LOGIN_CODE);
    await wire.pass(SEND_LOGIN_CODE);
    await typeCode(visitor, await site.inbox.nextCode(email));
    await button(visitor, 'Verify').click();
    await waitForHeading(visitor, 'Set a new password');
    await fillNewPassword(visitor, 'wide river at noon');
    await button(visitor, 'Change Password').click();
    await busyButton(visitor, 'Change Password').waitFor();
    const typed = { 'Enter new password': 'another one', 'Confirm new password': 'another two' };
    await typeAll(typed);
    await wire.cut(CHANGE_PASSWORD);
    await dismiss();
    await hold(typed);
  },
);

test(
  'a sign-up keeps what is typed, and the width of its button, while its code is sent',
  FURTHER,
  async () => {
    const { page, visitor } = journey;
    const wire = await interceptRequests(page, [SEND_CODE]);
    await page.goto('/#/checkout');
    // The page before it, of the real address, is replaced by the one of the hash.
    await waitForHeading(visitor, 'Sign up free to try now!');
    await page.getByLabel('Work email').fill(newAddress());
    const send = button(visitor, 'Send OTP');
    const width = (await send.boundingBox())?.width;
    await send.click();
    await busyButton(visitor, 'Send OTP').waitFor();
    expect((await send.boundingBox())?.width).toBe(width);
    const typed = { 'Work email': newAddress() };
    await typeAll(typed);
    await wire.cut(SEND_CODE);
    await idleButton(visitor, 'Send OTP').waitFor();
    await hold(typed);
  },
);

test('a code that is typed while another one is sent is verified afterwards', async () => {
  const { site, page, visitor } = journey;
  const email = newAddress();
  await page.clock.install();
  await requestCode(visitor, email);
  const code = await site.inbox.nextCode(email);
  const wire = await interceptRequests(page, [SEND_CODE]);
  await page.clock.fastForward(RESEND_PAUSE_MS);
  await button(visitor, 'Resend OTP').click();
  await typeCode(visitor, code);
  await wire.cut(SEND_CODE);
  await dismiss();
  await page.getByText('Email verified').waitFor();
});

test('the company step keeps what is typed while the company is created', async () => {
  const { site, page, visitor } = journey;
  const wire = await interceptRequests(page, [CREATE_COMPANY]);
  await startTrial(site, visitor, newAddress());
  await fillCompanyStep(visitor);
  await submitStep(visitor);
  await busyButton(visitor, 'Next').waitFor();
  const typed = { 'Company name': 'Acme Rivers', Website: 'rivers.example' };
  await typeAll(typed);
  await wire.pass(CREATE_COMPANY);
  await waitForHeading(visitor, 'About You');
  await page.goBack();
  await waitForHeading(visitor, 'Tell us about your company');
  await hold(typed);
});

test(
  'the other steps keep what is typed while the account is created again and while they are saved',
  FURTHER,
  async () => {
    const { site, page, visitor } = journey;
    const wire = await interceptRequests(page, [CREATE_USER, COMPLETE_USER, DESCRIBE_COMPANY]);
    await startTrial(site, visitor, newAddress());
    await fillCompanyStep(visitor);
    await submitStep(visitor);
    await wire.cut(CREATE_USER);
    await waitForHeading(visitor, 'About You');
    await button(visitor, 'Try again').click();
    await busyButton(visitor, 'Try again').waitFor();
    const first = { 'Your name': 'Ravi Iyer', 'Create password': 'typed meanwhile' };
    await typeAll(first);
    await wire.pass(CREATE_USER);
    await button(visitor, 'Try again').waitFor({ state: 'detached' });
    await hold(first);

    await submitStep(visitor);
    await busyButton(visitor, 'Next').waitFor();
    const second = { 'Your name': 'Asha Rao', 'Create password': 'typed once more' };
    await typeAll(second);
    await wire.cut(COMPLETE_USER);
    await idleButton(visitor, 'Next').waitFor();
    await hold(second);

    await submitStep(visitor);
    await wire.pass(COMPLETE_USER);
    await waitForHeading(visitor, 'You are all set!');
    await button(visitor, 'Done').click();
    await busyButton(visitor, 'Done').waitFor();
    const third = { 'Display name for candidates': 'Rivers' };
    await typeAll(third);
    await page.context().setOffline(true);
    await wire.cut(DESCRIBE_COMPANY);
    await idleButton(visitor, 'Done').waitFor();
    await hold(third);
  },
);

test('an empty password field shows its message on blur, and focus moves where it was sent', async () => {
  const { site, page, visitor } = journey;
  await reachAboutYou(site, visitor, newAddress());
  const show = button(visitor, 'Show password');
  await page.getByLabel('Create password').focus();
  await page.keyboard.press('Tab');
  expect(await show.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.getByText('Please enter a password.').waitFor();
  expect(await show.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Space');
  expect(await page.getByLabel('Create password').getAttribute('type')).toBe('text');
  await page.keyboard.press('Tab');
  await page.getByText('Please enter a password.').waitFor();
  expect(
    await page.getByLabel('Create password').evaluate((node) => node === document.activeElement),
  ).toBe(false);
  await page.getByLabel('Create password').focus();
  await show.click();
  expect(await page.getByLabel('Create password').getAttribute('type')).toBe('password');
  await fillAboutYouStep(visitor);
  await page.getByText('Please enter a password.').waitFor({ state: 'detached' });
});

test('requesting a login code by keyboard keeps focus on the button while it is sent', async () => {
  const { site, page, visitor } = journey;
  const wire = await interceptRequests(page, [SEND_LOGIN_CODE]);
  await fillEmail(visitor, '/login', await newAccount(site));
  await button(visitor, 'Sign in using email OTP').focus();
  await page.keyboard.press('Enter');
  await busyButton(visitor, 'Send OTP').and(page.locator(':focus')).waitFor();
  await wire.pass(SEND_LOGIN_CODE);
  await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
});

test('a code that was not sent is not reported as sent', async () => {
  const { site, page, visitor } = journey;
  visitor.expectConsole(/status of 429/);
  const wire = await interceptRequests(page, [SEND_LOGIN_CODE]);
  await fillEmail(visitor, '/forgotPassword', await newAccount(site));
  await button(visitor, 'Send OTP').click();
  await wire.refuse(SEND_LOGIN_CODE, 'too_many_requests', 240);
  await dismiss();
  await page.getByText('We sent no new code.').waitFor();
  await page.getByText('No email? Look in your spam folder').waitFor();
  expect(await page.getByText('has been sent to your email').count()).toBe(0);
});

test('long addresses and file names never make a page wider than its window', FURTHER, async () => {
  const { site, page, visitor } = journey;
  await page.setViewportSize({ width: 320, height: 800 });
  await startTrial(
    site,
    visitor,
    'maximiliana.featherstonehaugh@international-logistics-holding.example',
  );
  const ends = await page
    .getByText('OTP has been sent to maximiliana')
    .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().right));
  expect(Math.max(...ends)).toBeLessThan(320);
  const { mimeType, buffer } = await pngLogo();
  const name = `${'acme_robotics_logo_'.repeat(5)}final.png`;
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await page.getByText(name).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
