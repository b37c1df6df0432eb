import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { endResendPauses } from '#tests/support/ask-anew.ts';
import { button } from '#tests/support/button.ts';
import { expectFaults, mailsTo, noteCalls, sentBy } from '#tests/support/faults.ts';
import {
  atHeading,
  fillCompany,
  fillPerson,
  newAccount,
  newAddress,
  PASSWORD,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site, type Visitor } from '#tests/support/site.ts';

const NEW_PASSWORD = 'wide river at noon';
const SALES = 'sales@sitara.example';

let site: Site;
let visitor: Visitor;
beforeAll(async () => {
  site = await openSite();
});
beforeEach(async () => {
  visitor = await site.visitor();
});
afterEach(() => visitor.leave());
afterAll(() => site?.close());

const pressTwice = (name: string) => button(visitor, name).dblclick();
const consent = () => visitor.page.getByRole('checkbox', { name: /I agree/ });

test('every button of a sign-up, pressed twice, does once what it says', async () => {
  const { page } = visitor;
  const email = newAddress();
  const salesBefore = mailsTo(site, SALES);
  const calls = noteCalls(visitor);
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await pressTwice('Send OTP');
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  await consent().check();
  await pressTwice('Start a free trial');
  await atHeading(visitor, 'Tell us about your company');
  // Where the second press lands, nothing is chosen.
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await fillCompany(visitor);
  await pressTwice('Next');
  await atHeading(visitor, 'About You');
  await fillPerson(visitor);
  await pressTwice('Next');
  await atHeading(visitor, 'You are all set!');
  await pressTwice('Done');
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
  await expect.poll(() => mailsTo(site, SALES)).toBe(salesBefore + 1);
});

test('Try again in the wizard, pressed twice, makes what was missing once', async () => {
  expectFaults(visitor);
  const { page } = visitor;
  const email = newAddress();
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await button(visitor, 'Send OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  await consent().check();
  await button(visitor, 'Start a free trial').click();
  await fillCompany(visitor);
  await page.route('**/v1/company/create', (route) => route.abort(), { times: 1 });
  await button(visitor, 'Next').click();
  await atHeading(visitor, 'About You');
  const calls = noteCalls(visitor);
  await pressTwice('Try again');
  await button(visitor, 'Try again').waitFor({ state: 'detached' });
  expect(sentBy(calls)).toEqual([
    'POST /v1/company/create',
    'POST /v1/company/logo',
    'POST /v1/user/create',
    'POST /v1/company/sendsalesemail',
  ]);
});

test('Log In, pressed twice with a wrong password, counts one try', async () => {
  expectFaults(visitor);
  const { page } = visitor;
  const email = await newAccount(site);
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await consent().check();
  await pressTwice('Log In');
  await page.getByRole('alertdialog').getByText('Wrong email or password').waitFor();
  const { rows } = await sql<{ tries: number }>`
    select cardinality(failed_at) as tries from login_failures where email = ${email}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ tries: 1 }]);
});

test('Log In, pressed twice, opens one session; Log out, pressed twice, ends it once', async () => {
  const { page } = visitor;
  const email = await newAccount(site);
  const calls = noteCalls(visitor);
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await consent().check();
  await pressTwice('Log In');
  await page.waitForURL('**/app/');
  expect(sentBy(calls)).toEqual(['POST /v2/user/login', 'GET /v2/user/getuser']);
  calls.length = 0;
  await pressTwice('Log out');
  await page.waitForURL('**/#/login');
  expect(sentBy(calls)).toEqual(['POST /v2/user/logout']);
});

test('every button of a login by code, pressed twice, sends one mail and one code', async () => {
  const { page } = visitor;
  const email = await newAccount(site);
  const calls = noteCalls(visitor);
  await page.clock.install();
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await pressTwice('Sign in using email OTP');
  await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();
  expect(await consent().isChecked()).toBe(false);
  expect(mailsTo(site, email)).toBe(1);

  await page.clock.runFor(31_000);
  await endResendPauses(site);
  await pressTwice('Resend OTP');
  await typeCode(visitor, await site.inbox.nextCode(email));
  await consent().check();
  await pressTwice('Verify');
  await page.waitForURL('**/app/');
  expect(mailsTo(site, email)).toBe(2);
  expect(sentBy(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'GET /v2/user/getuser',
  ]);
});

test('every button of a forgotten password, pressed twice', async () => {
  const { page } = visitor;
  const email = await newAccount(site);
  const calls = noteCalls(visitor);
  await page.goto('/#/forgotPassword');
  await page.getByLabel('Email').fill(email);
  await pressTwice('Send OTP');
  await typeCode(visitor, await site.inbox.nextCode(email));
  await pressTwice('Verify');
  await atHeading(visitor, 'Set a new password');
  await page.getByLabel('Enter new password').fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await pressTwice('Change Password');
  await page.waitForURL('**/app/');
  expect(sentBy(calls)).toEqual([
    'POST /v2/user/genOtp',
    'POST /v2/user/login',
    'PATCH /v2/user/update',
  ]);
  expect((await site.inbox.next(email)).subject).toMatch(/password/i);
  expect(mailsTo(site, email)).toBe(2);
});

test.each(['/demo', '/campaign'])(
  'a demo request from %s is one lead and one mail',
  async (path) => {
    const { page } = visitor;
    const email = newAddress();
    const salesBefore = mailsTo(site, SALES);
    const calls = noteCalls(visitor);
    await page.goto(`/#${path}`);
    if (path === '/campaign') await button(visitor, 'Book a demo').first().dblclick();
    await page.getByLabel('Full name').fill('Asha Rao');
    await page.getByLabel('Work email').fill(email);
    await page.getByLabel('Company').fill('Acme Robotics');
    await page.getByLabel('Work phone number').fill('9876543210');
    await pressTwice('Request a demo');
    await page.waitForURL(path === '/demo' ? '**/#/thankyou' : '**/#/thankyou_campaign');
    expect(sentBy(calls)).toEqual(['POST /v1/company/earlyaccess']);
    const leads = await site.db
      .selectFrom('leads')
      .where('email', '=', email)
      .select('id')
      .execute();
    expect(leads).toHaveLength(1);
    await expect.poll(() => mailsTo(site, SALES)).toBe(salesBefore + 1);
  },
);
