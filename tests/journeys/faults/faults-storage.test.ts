// @module-tag further

import { beforeEach, describe, expect, test } from 'vitest';
import { browserIssuesLine } from '#tests/support/browser/forms/browser-issues-line.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { consentCheckbox } from '#tests/support/browser/forms/consent-checkbox.ts';
import { fillDemoForm } from '#tests/support/browser/forms/demo-form.ts';
import { fillEmail, fillLogin, fillNewPassword } from '#tests/support/browser/forms/login-form.ts';
import { chosenPlan, openPricing, planLink } from '#tests/support/browser/forms/pricing-page.ts';
import {
  fillAboutYouStep,
  newAccount,
  newAddress,
  reachAboutYou,
  submitStep,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { storageFailures } from '#tests/support/faults/forbid-storage.ts';
import {
  countMails,
  expectNetworkErrors,
  recordCalls,
  withoutTokenCalls,
} from '#tests/support/faults/network-faults.ts';
import { expireAccessTokens } from '#tests/support/server/database/age-rows.ts';

const REFUSED = 'Your browser is not storing anything for this site, or has run out of space.';

const journey = setUpJourney();
const told = () => browserIssuesLine(journey.visitor, REFUSED);

describe.each(Object.entries(storageFailures))('storage that is %s', (_, refuse) => {
  beforeEach(() => journey.page.addInitScript(refuse));

  test('a sign-up warns what a reload would lose, and can be completed', async () => {
    const { site, visitor, page } = journey;
    expectNetworkErrors(visitor);
    const email = newAddress();
    await page.goto('/#/checkout');
    await waitForHeading(visitor, 'Sign up free to try now!');
    await reachAboutYou(site, visitor, email);
    await told().waitFor();
    // The session is renewed meanwhile, although the tabs cannot coordinate the renewal.
    await expireAccessTokens(journey.site.db);
    const calls = recordCalls(visitor);
    await fillAboutYouStep(visitor);
    await submitStep(visitor);
    await waitForHeading(visitor, 'You are all set!');
    expect(calls.filter((call) => call === 'POST /v2/user/refresh')).toHaveLength(1);
    await button(visitor, 'Done').click();
    await page.waitForURL('**/app/jobs/new');
    await button(visitor, 'Log out').click();
    await page.waitForURL('**/#/login');
    expect(countMails(site, email)).toBe(1);
  });

  test('a login by password shows a warning, and its session is renewed once', async () => {
    const { site, visitor, page } = journey;
    expectNetworkErrors(visitor);
    const email = await newAccount(site);
    const calls = recordCalls(visitor);
    await fillLogin(visitor, email);
    await told().waitFor();
    await routeOnce(page, '**/v2/user/getuser', async (route) => {
      await expireAccessTokens(journey.site.db);
      await route.continue();
    });
    await button(visitor, 'Log In').click();
    await page.waitForURL('**/app/');
    expect(withoutTokenCalls(calls)).toEqual([
      'POST /v2/user/login',
      'GET /v2/user/getuser',
      'POST /v2/user/refresh',
      'GET /v2/user/getuser',
    ]);
  });

  test('a login by code shows a warning and can be completed', async () => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    await fillEmail(visitor, '/login', email);
    await told().waitFor();
    await button(visitor, 'Sign in using email OTP').click();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await consentCheckbox(visitor).check();
    await button(visitor, 'Verify').click();
    await page.waitForURL('**/app/');
  });

  test('a forgotten password can be completed', async () => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    await fillEmail(visitor, '/forgotPassword', email);
    await told().waitFor();
    await button(visitor, 'Send OTP').click();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await button(visitor, 'Verify').click();
    await waitForHeading(visitor, 'Set a new password');
    await fillNewPassword(visitor, 'wide river at noon');
    await button(visitor, 'Change Password').click();
    await page.waitForURL('**/app/');
  });

  test('a plan can be chosen and survives a reload', async () => {
    const { visitor, page } = journey;
    await openPricing(visitor);
    await planLink(visitor, 'Pro').click();
    await chosenPlan(visitor, 'Pro').waitFor();
    await page.getByLabel('Work email').fill(newAddress());
    await told().waitFor();
    await page.reload();
    await chosenPlan(visitor, 'Pro').waitFor();
  });

  test('a demo request is stored with its campaign after another page was opened', async () => {
    const { site, visitor, page } = journey;
    const email = newAddress();
    await page.goto('/#/campaign?utm_source=search');
    await waitUntilMounted(page);
    await page.goto('/#/about');
    await waitForHeading(visitor, 'Good people get missed. We find them.');
    await page.goto('/#/campaign');
    await button(visitor, 'Book a demo').first().click();
    await fillDemoForm(visitor, email);
    await told().waitFor();
    await button(visitor, 'Request a demo').click();
    await page.waitForURL('**/#/thankyou_campaign');
    const lead = site.db.selectFrom('leads').where('email', '=', email).select('utm_source');
    expect(await lead.execute()).toEqual([{ utm_source: 'search' }]);
  });
});

test('storage with free space causes no warning', async () => {
  const { page } = journey;
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(newAddress());
  await page.reload();
  await page.getByLabel('Email').waitFor();
  expect(await told().count()).toBe(0);
});
