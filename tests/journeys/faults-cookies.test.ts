import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '#tests/support/account.ts';
import { button } from '#tests/support/button.ts';
import { expectFaults, mailsTo } from '#tests/support/faults.ts';
import { blockCookies, cookieRefusals } from '#tests/support/forbid.ts';
import { atHeading, newAddress, PASSWORD } from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site, type Visitor } from '#tests/support/site.ts';

const BLOCKED = 'Your browser blocks cookies';

let site: Site;
let visitor: Visitor;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const told = () => visitor.page.locator('p', { hasText: BLOCKED }).first();

const pressAndRead = async (name: string, words: string): Promise<void> => {
  const { page } = visitor;
  await button(visitor, name).click();
  await page.getByRole('alertdialog').getByText(words).waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await told().waitFor();
};

describe.each(Object.entries(cookieRefusals))(
  'a browser that blocks cookies and %s',
  (how, refuse) => {
    beforeEach(async () => {
      visitor = await site.visitor();
      expectFaults(visitor);
      await blockCookies(visitor.page.context());
      await visitor.page.addInitScript(refuse);
    });
    afterEach(() => visitor.leave());

    test('is told so by the sign-up: nothing is mailed, what was typed stays', async () => {
      const { page } = visitor;
      const email = newAddress();
      await page.goto('/#/checkout');
      await atHeading(visitor, 'Sign up free to try now!');
      if (how === 'says so') await told().waitFor();
      await page.getByLabel('Work email').fill(email);
      await page.getByRole('checkbox', { name: /I agree/ }).check();
      await pressAndRead('Send OTP', "Invitation mail can't be sent Please try again.");
      expect(await page.getByLabel('Work email').inputValue()).toBe(email);
      expect(await page.getByRole('checkbox', { name: /I agree/ }).isChecked()).toBe(true);
      expect(mailsTo(site, email)).toBe(0);
    });

    test('is told so by the login, which counts no try', async () => {
      const { page } = visitor;
      const email = newAddress();
      await createAccount(site.db, { email, password: PASSWORD });
      await page.goto('/#/login');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('checkbox', { name: /I agree/ }).check();
      await pressAndRead('Log In', 'Something went wrong. Please try again.');
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
      const failures = site.db.selectFrom('login_failures').where('email', '=', email);
      expect(await failures.select('email').execute()).toEqual([]);
    });

    test('is told so by the forgotten password', async () => {
      const { page } = visitor;
      const email = newAddress();
      await createAccount(site.db, { email, password: PASSWORD });
      await page.goto('/#/forgotPassword');
      await page.getByLabel('Email').fill(email);
      await pressAndRead('Send OTP', 'Could not send OTP, please trye again');
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      expect(mailsTo(site, email)).toBe(0);
    });

    test('asks for a demo all the same, and is told nothing of cookies', async () => {
      const { page } = visitor;
      const email = newAddress();
      await page.goto('/#/demo');
      await page.getByLabel('Full name').fill('Asha Rao');
      await page.getByLabel('Work email').fill(email);
      await page.getByLabel('Company').fill('Acme Robotics');
      await page.getByLabel('Work phone number').fill('9876543210');
      expect(await told().count()).toBe(0);
      await button(visitor, 'Request a demo').click();
      await page.waitForURL('**/#/thankyou');
      const leads = site.db.selectFrom('leads').where('email', '=', email).select('id');
      expect(await leads.execute()).toHaveLength(1);
    });
  },
);

test('who allows cookies again goes on, and is told nothing any more', async () => {
  visitor = await site.visitor();
  expectFaults(visitor);
  const { page } = visitor;
  const email = newAddress();
  await blockCookies(page.context());
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await pressAndRead('Send OTP', "Invitation mail can't be sent Please try again.");
  await page.context().unroute(/\/v[12]\//);
  await button(visitor, 'Send OTP').click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await told().waitFor({ state: 'detached' });
  await visitor.leave();
});

test('a cookie of nonsense keeps nobody from the login', async () => {
  visitor = await site.visitor();
  const { page } = visitor;
  const email = newAddress();
  await createAccount(site.db, { email, password: PASSWORD });
  await page.context().addCookies([{ name: 'signed-in', value: '%E0%A4%A', url: site.url }]);
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
  await visitor.leave();
});
