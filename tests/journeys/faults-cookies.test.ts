import { beforeEach, describe, expect, test } from 'vitest';
import { limitRows } from '#tests/support/age.ts';
import { button } from '#tests/support/button.ts';
import { consent } from '#tests/support/consent.ts';
import { fillDemo, leadsFrom } from '#tests/support/demo-by-hand.ts';
import { expectFaults, mailsTo } from '#tests/support/faults.ts';
import { blockCookies, cookieRefusals } from '#tests/support/forbid.ts';
import { hindranceLine } from '#tests/support/hindrance-line.ts';
import { enterApp, fillAddress, fillLogin } from '#tests/support/log-in-by-hand.ts';
import { openJourney } from '#tests/support/open-journey.ts';
import { pressAndRead } from '#tests/support/press-and-read.ts';
import { sessionsOf } from '#tests/support/sessions-of.ts';
import { atHeading, newAccount, newAddress, PASSWORD } from '#tests/support/sign-up-by-hand.ts';

const BLOCKED = 'Your browser blocks cookies';

const journey = openJourney();

const told = () => hindranceLine(journey.visitor, BLOCKED);

const pressAndReadWhy = async (name: string, words: string): Promise<void> => {
  await pressAndRead(journey.visitor, name, words);
  await told().waitFor();
};

describe.each(Object.entries(cookieRefusals))(
  'a browser that blocks cookies and %s',
  (how, refuse) => {
    beforeEach(async () => {
      const { visitor, page } = journey;
      expectFaults(visitor);
      await blockCookies(page.context());
      await page.addInitScript(refuse);
    });

    test('is told so by the sign-up: nothing is mailed, what was typed stays', async () => {
      const { site, visitor, page } = journey;
      const email = newAddress();
      await page.goto('/#/checkout');
      await atHeading(visitor, 'Sign up free to try now!');
      if (how === 'says so') await told().waitFor();
      await page.getByLabel('Work email').fill(email);
      await consent(visitor).check();
      await pressAndReadWhy('Send OTP', "Invitation mail can't be sent Please try again.");
      expect(await page.getByLabel('Work email').inputValue()).toBe(email);
      expect(await consent(visitor).isChecked()).toBe(true);
      expect(mailsTo(site, email)).toBe(0);
    });

    test('is told so by the login, which counts no try', async () => {
      const { site, visitor, page } = journey;
      const email = await newAccount(site);
      await fillLogin(visitor, email);
      await pressAndReadWhy('Log In', 'Something went wrong. Please try again.');
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
      expect(await limitRows(site.db, `password tries ${email}`)).toEqual([]);
    });

    test('is told so by the login by code: nothing is mailed, the address stays', async () => {
      const { site, visitor, page } = journey;
      const email = await newAccount(site);
      await fillAddress(visitor, '/login', email);
      await pressAndReadWhy('Sign in using email OTP', 'Could not send OTP, please trye again');
      await pressAndReadWhy('Send OTP', 'Could not send OTP, please trye again');
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      expect(mailsTo(site, email)).toBe(0);
    });

    test('is told so by the forgotten password', async () => {
      const { site, visitor, page } = journey;
      const email = await newAccount(site);
      await fillAddress(visitor, '/forgotPassword', email);
      await pressAndReadWhy('Send OTP', 'Could not send OTP, please trye again');
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      expect(mailsTo(site, email)).toBe(0);
    });

    test('asks for a demo all the same, and is told nothing of cookies', async () => {
      const { site, visitor, page } = journey;
      const email = newAddress();
      await page.goto('/#/demo');
      await fillDemo(visitor, email);
      expect(await told().count()).toBe(0);
      await button(visitor, 'Request a demo').click();
      await page.waitForURL('**/#/thankyou');
      expect(await leadsFrom(site, email)).toBe(1);
    });
  },
);

test('who allows cookies again goes on, and is told nothing any more', async () => {
  const { visitor, page } = journey;
  expectFaults(visitor);
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

test('who blocks cookies while signed in is not told that the logout worked', async () => {
  const { site, visitor, page } = journey;
  expectFaults(visitor);
  const email = await enterApp(site, visitor);
  await blockCookies(page.context());
  await button(visitor, 'Log out').click();
  await page.getByText('Logging out did not work. Please try again.').waitFor();
  expect(await sessionsOf(site, email)).toEqual({ open: 1, endings: 0 });
  await page.context().unroute(/\/v[12]\//);
  await button(visitor, 'Log out').click();
  await atHeading(visitor, 'Log in');
  expect(await sessionsOf(site, email)).toEqual({ open: 0, endings: 1 });
});

test('a cookie of nonsense keeps nobody from the login', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await page.context().addCookies([{ name: 'signed-in', value: '%E0%A4%A', url: site.url }]);
  await fillLogin(visitor, email);
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
});
