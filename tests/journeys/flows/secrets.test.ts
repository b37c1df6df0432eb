import { expect, test } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import {
  newAddress,
  reachAboutYou,
  submitStep,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { recordBrowser } from '#tests/support/browser/record-browser.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';

const PASSWORDS = ['quiet lantern süß+1%', 'wide river süß+2%'] as const;

const journey = setUpSite();

const consent = ({ page }: Visitor) => page.getByRole('checkbox', { name: /I agree/ }).check();

const logOut = async ({ page }: Visitor) => {
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/#/login');
};

test('no password, code or token gets into the URL bar, a referrer, the history or a storage', async () => {
  const { site } = journey;
  const visitor = await site.visitor();
  const { page } = visitor;
  const email = newAddress();
  const recorder = await recordBrowser(page);
  const secrets = new Set<string>(PASSWORDS);
  const gather = async () => {
    await recorder.look();
    for (const { value, httpOnly } of await page.context().cookies())
      if (httpOnly) secrets.add(value).add(decodeURIComponent(value));
  };

  await reachAboutYou(site, visitor, email);
  await gather();
  await page.getByLabel('Your name').fill('Asha Rao');
  await page.getByLabel('Create password').fill(PASSWORDS[0]);
  await page.reload();
  await waitForHeading(visitor, 'About You');
  await gather();
  await page.getByLabel('Create password').fill(PASSWORDS[0]);
  await submitStep(visitor);
  await waitForHeading(visitor, 'You are all set!');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL('**/app/jobs/new');
  await gather();
  await logOut(visitor);

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORDS[0]);
  await consent(visitor);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL('**/app/');
  await gather();
  await logOut(visitor);

  await page.goto('/#/forgotPassword');
  await waitForHeading(visitor, 'Forgot Password?');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await waitForHeading(visitor, 'Set a new password');
  await gather();
  await page.getByLabel('Enter new password').fill(PASSWORDS[1]);
  await page.getByLabel('Confirm new password').fill(PASSWORDS[1]);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.waitForURL('**/app/');
  await gather();

  const codes = site.inbox.received
    .filter(({ recipients }) => recipients.includes(email))
    .map(({ mail }) => (mail.text ?? '').slice(0, 6))
    .filter((code) => /^\d{6}$/.test(code));
  expect(codes).toHaveLength(2);
  for (const code of codes) secrets.add(code);
  // The password that the browser generates for the account until its owner sets one.
  const [made = '{}'] = recorder.bodiesTo(paths.createUser);
  secrets.add(JSON.parse(made).password);
  expect(secrets.size).toBeGreaterThan(10);
  expect(secrets).not.toContain(undefined);

  expect(recorder.placesOf(secrets)).toEqual([]);
  // Verifies that the recorder sees stored values.
  expect(recorder.hasRecorded('local storage', email)).toBe(true);
  expect(recorder.hasRecorded('history', '#/resetPassword')).toBe(true);
  expect(recorder.hasRecorded('URL bar', '/app/jobs/new')).toBe(true);
  expect(recorder.hasRecorded('referrer', site.url)).toBe(true);
});
