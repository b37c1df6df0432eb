import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccount } from '#tests/support/account.ts';
import { busyButton, button } from '#tests/support/button.ts';
import { mailsTo, noteCalls, sentBy } from '#tests/support/faults.ts';
import {
  atHeading,
  fillCompany,
  fillPerson,
  newAddress,
  PASSWORD,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site, type Visitor } from '#tests/support/site.ts';

/** As the browser's own tools emulate it. */
const SLOW_3G = { latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 };

let site: Site;
let visitor: Visitor;
beforeAll(async () => {
  site = await openSite();
});
beforeEach(async () => {
  visitor = await site.visitor();
  const { page } = visitor;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_3G });
});
afterEach(() => visitor.leave());
afterAll(() => site?.close());

const consent = () => visitor.page.getByRole('checkbox', { name: /I agree/ });

/** Presses a button, sees that it is busy, and presses on while the answer is on its way. */
const pressOn = async (name: string): Promise<void> => {
  const pressed = button(visitor, name);
  await pressed.click();
  const busy = busyButton(visitor, name);
  await busy.waitFor();
  await busy.press('Enter');
  await busy.click({ force: true });
  await busy.waitFor();
};

test('a sign-up on a slow 3G: each answer is waited for in sight, and nothing is sent twice', async () => {
  const { page } = visitor;
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
  await consent().check();
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
  const { page } = visitor;
  const email = newAddress();
  await createAccount(site.db, { email, password: PASSWORD });
  const calls = noteCalls(visitor);
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await consent().check();
  await pressOn('Log In');
  await page.waitForURL('**/app/');
  expect(sentBy(calls)).toEqual(['POST /v2/user/login', 'GET /v2/user/getuser']);
});

test('a forgotten password on a slow 3G', async () => {
  const { page } = visitor;
  const email = newAddress();
  await createAccount(site.db, { email, password: PASSWORD });
  const calls = noteCalls(visitor);
  await page.goto('/#/forgotPassword');
  await page.getByLabel('Email').fill(email);
  await pressOn('Send OTP');
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await pressOn('Verify');
  await atHeading(visitor, 'Set a new password');
  await page.getByLabel('Enter new password').fill('wide river at noon');
  await page.getByLabel('Confirm new password').fill('wide river at noon');
  await pressOn('Change Password');
  await page.waitForURL('**/app/');
  expect(sentBy(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'PATCH /v2/user/update',
  ]);
});

test('a demo request on a slow 3G', async () => {
  const { page } = visitor;
  const email = newAddress();
  const calls = noteCalls(visitor);
  await page.goto('/#/demo');
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Company').fill('Acme Robotics');
  await page.getByLabel('Work phone number').fill('9876543210');
  await pressOn('Request a demo');
  await page.waitForURL('**/#/thankyou');
  expect(sentBy(calls)).toEqual(['POST /v1/company/earlyaccess']);
});
