import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '#tests/support/account.ts';
import { button } from '#tests/support/button.ts';
import { expectFaults, mailsTo, noteCalls } from '#tests/support/faults.ts';
import { storageRefusals } from '#tests/support/forbid.ts';
import {
  atHeading,
  fillPerson,
  newAddress,
  next,
  PASSWORD,
  reachAbout,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site, type Visitor } from '#tests/support/site.ts';

const REFUSED = 'Your browser stores nothing for this site, or has no room left.';

let site: Site;
let visitor: Visitor;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const told = () => visitor.page.locator('p', { hasText: REFUSED }).first();
const consent = () => visitor.page.getByRole('checkbox', { name: /I agree/ });

describe.each(Object.entries(storageRefusals))('storage that is %s', (_, refuse) => {
  beforeEach(async () => {
    visitor = await site.visitor();
    await visitor.page.addInitScript(refuse);
  });
  afterEach(() => visitor.leave());

  test('a sign-up says what a reload would cost, and goes to its end', async () => {
    expectFaults(visitor);
    const { page } = visitor;
    const email = newAddress();
    await page.goto('/#/checkout');
    await atHeading(visitor, 'Sign up free to try now!');
    await reachAbout(site, visitor, email);
    await told().waitFor();
    // The session is renewed on the way, although the browser's tabs can't agree on who does it.
    await sql`update sessions set access_expires_at = now() - interval '1 second'`.execute(site.db);
    const calls = noteCalls(visitor);
    await fillPerson(visitor);
    await next(visitor);
    await atHeading(visitor, 'You are all set!');
    expect(calls.filter((call) => call === 'POST /v2/user/refresh')).toHaveLength(1);
    await button(visitor, 'Done').click();
    await page.waitForURL('**/app/jobs/new');
    await button(visitor, 'Log out').click();
    await page.waitForURL('**/#/login');
    expect(mailsTo(site, email)).toBe(1);
  });

  test('a login by code says so, and goes to its end', async () => {
    const { page } = visitor;
    const email = newAddress();
    await createAccount(site.db, { email, password: PASSWORD });
    await page.goto('/#/login');
    await page.getByLabel('Email').fill(email);
    await told().waitFor();
    await button(visitor, 'Sign in using email OTP').click();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await consent().check();
    await button(visitor, 'Verify').click();
    await page.waitForURL('**/app/');
  });

  test('a forgotten password goes to its end', async () => {
    const { page } = visitor;
    const email = newAddress();
    await createAccount(site.db, { email, password: PASSWORD });
    await page.goto('/#/forgotPassword');
    await page.getByLabel('Email').fill(email);
    await told().waitFor();
    await button(visitor, 'Send OTP').click();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await button(visitor, 'Verify').click();
    await atHeading(visitor, 'Set a new password');
    await page.getByLabel('Enter new password').fill('wide river at noon');
    await page.getByLabel('Confirm new password').fill('wide river at noon');
    await button(visitor, 'Change Password').click();
    await page.waitForURL('**/app/');
  });

  test('a demo request arrives with its campaign, which strayed over another page', async () => {
    const { page } = visitor;
    const email = newAddress();
    await page.goto('/#/campaign?utm_source=search');
    await page.waitForFunction(() => globalThis.earlyEvents === undefined);
    await page.goto('/#/about');
    await atHeading(visitor, 'We look for the light in every candidate');
    await page.goto('/#/campaign');
    await button(visitor, 'Book a demo').first().click();
    await page.getByLabel('Full name').fill('Asha Rao');
    await page.getByLabel('Work email').fill(email);
    await page.getByLabel('Company').fill('Acme Robotics');
    await page.getByLabel('Work phone number').fill('9876543210');
    await told().waitFor();
    await button(visitor, 'Request a demo').click();
    await page.waitForURL('**/#/thankyou_campaign');
    const lead = site.db.selectFrom('leads').where('email', '=', email).select('utm_source');
    expect(await lead.execute()).toEqual([{ utm_source: 'search' }]);
  });
});

test('a storage that has room is not complained of', async () => {
  visitor = await site.visitor();
  const { page } = visitor;
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(newAddress());
  await page.reload();
  await page.getByLabel('Email').waitFor();
  expect(await told().count()).toBe(0);
  await visitor.leave();
});
