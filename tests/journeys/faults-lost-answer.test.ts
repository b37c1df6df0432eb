import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { button } from '#tests/support/button.ts';
import { expectFaults, loseAnswer, mailsTo } from '#tests/support/faults.ts';
import {
  atHeading,
  fillCompany,
  fillPerson,
  newAccount,
  newAddress,
  next,
  PASSWORD,
  startTrial,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site, type Visitor } from '#tests/support/site.ts';

// The server has done what it was asked for; the network goes before the answer is there.

const UNEXPECTED = 'Something went wrong. Please try again.';
const SALES = 'sales@sitara.example';

let site: Site;
let visitor: Visitor;
beforeAll(async () => {
  site = await openSite();
});
beforeEach(async () => {
  visitor = await site.visitor();
  expectFaults(visitor);
});
afterEach(() => visitor.leave());
afterAll(() => site?.close());

const consent = () => visitor.page.getByRole('checkbox', { name: /I agree/ });

const pressAndRead = async (name: string, words: string): Promise<void> => {
  const { page } = visitor;
  await button(visitor, name).click();
  await page.getByRole('alertdialog').getByText(words).waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
};

test('a code that was mailed all the same is not mailed again, and holds', async () => {
  const { page } = visitor;
  const email = newAddress();
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await loseAnswer(page, '/v1/email/genOtpv2/**');
  await pressAndRead('Send OTP', "Invitation mail can't be sent Please try again.");
  const code = await site.inbox.nextCode(email);
  await pressAndRead('Send OTP', "Invitation mail can't be sent Please try again.");
  await page.getByText(/^Resend in \d+$/).waitFor();
  await typeCode(visitor, code);
  await page.getByText('Email verified').waitFor();
  expect(mailsTo(site, email)).toBe(1);
});

test('what was created all the same is not created again', async () => {
  const { page } = visitor;
  const email = newAddress();
  const salesBefore = mailsTo(site, SALES);
  await startTrial(site, visitor, email);
  await fillCompany(visitor);
  await loseAnswer(page, '/v1/company/create');
  await next(visitor);
  await page.getByText('Your company was not created. Nothing you typed is lost.').waitFor();
  await loseAnswer(page, '/v1/company/logo');
  await loseAnswer(page, '/v1/user/create');
  await button(visitor, 'Try again').click();
  await page.getByText('Your company was created, but').waitFor();
  await button(visitor, 'Try again').click();
  await button(visitor, 'Try again').waitFor({ state: 'detached' });
  await fillPerson(visitor);
  await loseAnswer(page, '/v1/user/update');
  await next(visitor);
  await page.getByText(UNEXPECTED).first().waitFor();
  await next(visitor);
  await atHeading(visitor, 'You are all set!');
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
  await expect.poll(() => mailsTo(site, SALES)).toBe(salesBefore + 1);
});

test('a login is repeated with what is still typed', async () => {
  const { page } = visitor;
  const email = await newAccount(site);
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await consent().check();
  await loseAnswer(page, '/v2/user/login');
  await pressAndRead('Log In', UNEXPECTED);
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
});

test('a new password that was set all the same is taken again', async () => {
  const { page } = visitor;
  const email = await newAccount(site);
  await page.goto('/#/forgotPassword');
  await page.getByLabel('Email').fill(email);
  await button(visitor, 'Send OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await atHeading(visitor, 'Set a new password');
  await page.getByLabel('Enter new password').fill('wide river at noon');
  await page.getByLabel('Confirm new password').fill('wide river at noon');
  await loseAnswer(page, '/v2/user/update');
  await pressAndRead('Change Password', UNEXPECTED);
  await button(visitor, 'Change Password').click();
  await page.waitForURL('**/app/');
});

test('a demo request that was stored all the same is one lead and one mail', async () => {
  const { page } = visitor;
  const email = newAddress();
  const salesBefore = mailsTo(site, SALES);
  await page.goto('/#/demo');
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Company').fill('Acme Robotics');
  await page.getByLabel('Work phone number').fill('9876543210');
  await loseAnswer(page, '/v1/company/earlyaccess');
  await pressAndRead('Request a demo', 'Something went wrong, please try again later');
  await button(visitor, 'Request a demo').click();
  await page.waitForURL('**/#/thankyou');
  const leads = await site.db.selectFrom('leads').where('email', '=', email).select('id').execute();
  expect(leads).toHaveLength(1);
  const outbox = site.db.selectFrom('outbox').where('sent_at', 'is', null).select('id');
  await expect.poll(() => outbox.execute()).toEqual([]);
  expect(mailsTo(site, SALES)).toBe(salesBefore + 1);
});

test('a code that was used up all the same is refused in words, and another one helps', async () => {
  const { page } = visitor;
  const email = await newAccount(site);
  await page.clock.install();
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await button(visitor, 'Sign in using email OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await consent().check();
  await loseAnswer(page, '/v2/user/login');
  await pressAndRead('Verify', UNEXPECTED);
  await button(visitor, 'Verify').click();
  await page.getByText('Invalid OTP').first().waitFor();
  await site.db
    .updateTable('code_sends')
    .set({ sent_at: new Date(Date.now() - 60_000) })
    .execute();
  await page.clock.runFor(31_000);
  await button(visitor, 'Resend OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await page.waitForURL('**/app/');
});
