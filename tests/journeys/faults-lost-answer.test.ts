import { expect, test } from 'vitest';
import { ageLimits } from '#tests/support/age.ts';
import { button } from '#tests/support/button.ts';
import { consent } from '#tests/support/consent.ts';
import { fillDemo, leadsFrom } from '#tests/support/demo-by-hand.ts';
import { expectFaults, loseAnswer, mailsTo } from '#tests/support/faults.ts';
import {
  enterApp,
  fillAddress,
  fillLogin,
  fillNewPassword,
} from '#tests/support/log-in-by-hand.ts';
import { openJourney } from '#tests/support/open-journey.ts';
import { pressAndRead } from '#tests/support/press-and-read.ts';
import { sessionsOf } from '#tests/support/sessions-of.ts';
import {
  atHeading,
  fillCompany,
  fillPerson,
  newAccount,
  newAddress,
  next,
  startTrial,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';

// The server has done what it was asked for; the network goes before the answer is there.

const UNEXPECTED = 'Something went wrong. Please try again.';
const SALES = 'sales@sitara.example';

const journey = openJourney(expectFaults);

test('a code that was mailed all the same is not mailed again, and holds', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await loseAnswer(page, '/v1/email/genOtpv2/**');
  await pressAndRead(visitor, 'Send OTP', "Invitation mail can't be sent Please try again.");
  const code = await site.inbox.nextCode(email);
  await pressAndRead(visitor, 'Send OTP', "Invitation mail can't be sent Please try again.");
  await page.getByText(/^Resend in \d+$/).waitFor();
  await typeCode(visitor, code);
  await page.getByText('Email verified').waitFor();
  expect(mailsTo(site, email)).toBe(1);
});

test('what was created all the same is not created again', async () => {
  const { site, visitor, page } = journey;
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
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillLogin(visitor, email);
  await loseAnswer(page, '/v2/user/login');
  await pressAndRead(visitor, 'Log In', UNEXPECTED);
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
});

test('a new password that was set all the same is taken again', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillAddress(visitor, '/forgotPassword', email);
  await button(visitor, 'Send OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await atHeading(visitor, 'Set a new password');
  await fillNewPassword(visitor, 'wide river at noon');
  await loseAnswer(page, '/v2/user/update');
  await pressAndRead(visitor, 'Change Password', UNEXPECTED);
  await button(visitor, 'Change Password').click();
  await page.waitForURL('**/app/');
});

test('a demo request that was stored all the same is one lead and one mail', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  const salesBefore = mailsTo(site, SALES);
  await page.goto('/#/demo');
  await fillDemo(visitor, email);
  await loseAnswer(page, '/v1/company/earlyaccess');
  await pressAndRead(visitor, 'Request a demo', 'Something went wrong, please try again later');
  await button(visitor, 'Request a demo').click();
  await page.waitForURL('**/#/thankyou');
  expect(await leadsFrom(site, email)).toBe(1);
  const outbox = site.db.selectFrom('outbox').where('sent_at', 'is', null).select('id');
  await expect.poll(() => outbox.execute()).toEqual([]);
  expect(mailsTo(site, SALES)).toBe(salesBefore + 1);
});

test('a code that was used up all the same is refused in words, and another one helps', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await page.clock.install();
  await fillAddress(visitor, '/login', email);
  await button(visitor, 'Sign in using email OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await consent(visitor).check();
  await loseAnswer(page, '/v2/user/login');
  await pressAndRead(visitor, 'Verify', UNEXPECTED);
  await button(visitor, 'Verify').click();
  await page.getByText('Invalid OTP').first().waitFor();
  await ageLimits(site.db, 60);
  await page.clock.runFor(31_000);
  await button(visitor, 'Resend OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await page.waitForURL('**/app/');
});

test.each([
  ['/login', 'Sign in using email OTP'],
  ['/forgotPassword', 'Send OTP'],
] as const)(
  'a code for %s that was mailed all the same holds, and is the only one',
  async (path, first) => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    await fillAddress(visitor, path, email);
    await loseAnswer(page, '/v2/user/genOtp/**');
    await pressAndRead(visitor, first, 'Could not send OTP, please trye again');
    const code = await site.inbox.nextCode(email);
    await pressAndRead(visitor, 'Send OTP', 'Could not send OTP, please trye again');
    await page.getByText(/^Resend in \d+$/).waitFor();
    await typeCode(visitor, code);
    if (path === '/login') await consent(visitor).check();
    await button(visitor, 'Verify').click();
    await page.waitForURL(path === '/login' ? '**/app/' : '**/#/resetPassword');
    expect(mailsTo(site, email)).toBe(1);
  },
);

test('a logout that was done all the same can be repeated', async () => {
  const { site, visitor, page } = journey;
  const email = await enterApp(site, visitor);
  await loseAnswer(page, '/v2/user/logout');
  await button(visitor, 'Log out').click();
  await page.getByText('Logging out did not work. Please try again.').waitFor();
  expect(await sessionsOf(site, email)).toEqual({ open: 0, endings: 1 });
  await button(visitor, 'Log out').click();
  await atHeading(visitor, 'Log in');
  expect(await sessionsOf(site, email)).toEqual({ open: 0, endings: 1 });
  await page.goto('/app/');
  await atHeading(visitor, 'Log in');
});
