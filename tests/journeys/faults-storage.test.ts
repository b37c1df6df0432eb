import { beforeEach, describe, expect, test } from 'vitest';
import { expireAccess } from '#tests/support/age.ts';
import { button } from '#tests/support/button.ts';
import { chosenPlan, openPricing, planLink } from '#tests/support/choose-plan.ts';
import { consent } from '#tests/support/consent.ts';
import { fillDemo } from '#tests/support/demo-by-hand.ts';
import { expectFaults, mailsTo, noteCalls, sentBy } from '#tests/support/faults.ts';
import { storageRefusals } from '#tests/support/forbid.ts';
import { hindranceLine } from '#tests/support/hindrance-line.ts';
import { fillAddress, fillLogin, fillNewPassword } from '#tests/support/log-in-by-hand.ts';
import { openJourney } from '#tests/support/open-journey.ts';
import {
  atHeading,
  fillPerson,
  newAccount,
  newAddress,
  next,
  reachAbout,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';

const REFUSED = 'Your browser is not storing anything for this site, or has run out of space.';

const journey = openJourney();
const told = () => hindranceLine(journey.visitor, REFUSED);

describe.each(Object.entries(storageRefusals))('storage that is %s', (_, refuse) => {
  beforeEach(() => journey.page.addInitScript(refuse));

  test('a sign-up says what a reload would cost, and goes to its end', async () => {
    const { site, visitor, page } = journey;
    expectFaults(visitor);
    const email = newAddress();
    await page.goto('/#/checkout');
    await atHeading(visitor, 'Sign up free to try now!');
    await reachAbout(site, visitor, email);
    await told().waitFor();
    // The session is renewed on the way, although the browser's tabs can't agree on who does it.
    await expireAccess(journey.site.db);
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

  test('a login by password says so, and renews its session once on the way', async () => {
    const { site, visitor, page } = journey;
    expectFaults(visitor);
    const email = await newAccount(site);
    const calls = noteCalls(visitor);
    await fillLogin(visitor, email);
    await told().waitFor();
    await page.route(
      '**/v2/user/getuser',
      async (route) => {
        await expireAccess(journey.site.db);
        await route.continue();
      },
      { times: 1 },
    );
    await button(visitor, 'Log In').click();
    await page.waitForURL('**/app/');
    expect(sentBy(calls)).toEqual([
      'POST /v2/user/login',
      'GET /v2/user/getuser',
      'POST /v2/user/refresh',
      'GET /v2/user/getuser',
    ]);
  });

  test('a login by code says so, and goes to its end', async () => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    await fillAddress(visitor, '/login', email);
    await told().waitFor();
    await button(visitor, 'Sign in using email OTP').click();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await consent(visitor).check();
    await button(visitor, 'Verify').click();
    await page.waitForURL('**/app/');
  });

  test('a forgotten password goes to its end', async () => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    await fillAddress(visitor, '/forgotPassword', email);
    await told().waitFor();
    await button(visitor, 'Send OTP').click();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await button(visitor, 'Verify').click();
    await atHeading(visitor, 'Set a new password');
    await fillNewPassword(visitor, 'wide river at noon');
    await button(visitor, 'Change Password').click();
    await page.waitForURL('**/app/');
  });

  test('a plan is chosen, and stays chosen over a reload', async () => {
    const { visitor, page } = journey;
    await openPricing(visitor);
    await planLink(visitor, 'Pro').click();
    await chosenPlan(visitor, 'Pro').waitFor();
    await page.getByLabel('Work email').fill(newAddress());
    await told().waitFor();
    await page.reload();
    await chosenPlan(visitor, 'Pro').waitFor();
  });

  test('a demo request arrives with its campaign, which strayed over another page', async () => {
    const { site, visitor, page } = journey;
    const email = newAddress();
    await page.goto('/#/campaign?utm_source=search');
    await page.waitForFunction(() => globalThis.earlyEvents === undefined);
    await page.goto('/#/about');
    await atHeading(visitor, 'Good people get missed. We find them.');
    await page.goto('/#/campaign');
    await button(visitor, 'Book a demo').first().click();
    await fillDemo(visitor, email);
    await told().waitFor();
    await button(visitor, 'Request a demo').click();
    await page.waitForURL('**/#/thankyou_campaign');
    const lead = site.db.selectFrom('leads').where('email', '=', email).select('utm_source');
    expect(await lead.execute()).toEqual([{ utm_source: 'search' }]);
  });
});

test('a storage that has room is not complained of', async () => {
  const { page } = journey;
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(newAddress());
  await page.reload();
  await page.getByLabel('Email').waitFor();
  expect(await told().count()).toBe(0);
});
