// @module-tag further
import { expect, test } from 'vitest';
import * as brand from '#contract/brand.ts';
import { paths } from '#contract/calls/paths.ts';
import { browserIssuesLine } from '#tests/support/browser/forms/browser-issues-line.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { countLeads, fillDemoForm } from '#tests/support/browser/forms/demo-form.ts';
import { fillLogin } from '#tests/support/browser/forms/login-form.ts';
import {
  fillAboutYouStep,
  fillCompanyStep,
  newAccount,
  newAddress,
  PASSWORD,
  startTrial,
  submitStep,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import {
  countMails,
  expectNetworkErrors,
  loseResponse,
} from '#tests/support/faults/network-faults.ts';

const API = /\/v[12]\//;
const AWAY = 'Our server does not answer at the moment.';
const OLD = 'This page is from an earlier version of our site.';

const journey = setUpJourney({ prepare: expectNetworkErrors });
const told = (words: string) => browserIssuesLine(journey.visitor, words);

/** How a browser and a gateway say that there is no server. */
const AWAYS = [
  ['no connection', (route) => route.abort('connectionrefused')],
  ['a gateway without a server', (route) => route.fulfill({ status: 502, body: '<h1>502</h1>' })],
] as const satisfies [string, Parameters<typeof journey.page.route>[1]][];

test.each(AWAYS)('a demo request waits for the server: %s', async (_, answer) => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await page.goto('/#/demo');
  await fillDemoForm(visitor, email);
  await page.route(API, answer);
  await button(visitor, 'Request a demo').click();
  await told(AWAY).waitFor();
  const links = told(AWAY).getByRole('link', { includeHidden: true });
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    brand.phoneLink,
    `mailto:${brand.infoEmail}`,
  ]);
  expect(await page.getByLabel('Full name').inputValue()).toBe('Asha Rao');
  await page.unroute(API);
  await page.waitForURL('**/#/thankyou');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  expect(await countLeads(site, email)).toBe(1);
});

test('a login waits for the server, and what was typed since waits for a press', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillLogin(visitor, email);
  await page.route(API, AWAYS[0][1]);
  await button(visitor, 'Log In').click();
  await told(AWAY).waitFor();
  await button(visitor, 'OK').click();
  await page.getByLabel('Password', { exact: true }).fill('not my password');
  await page.unroute(API);
  await told(AWAY).waitFor({ state: 'detached' });
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.route(API, AWAYS[0][1]);
  await button(visitor, 'Log In').click();
  await told(AWAY).waitFor();
  await page.unroute(API);
  await page.waitForURL('**/app/');
});

test.each([1, 2])(
  'a login code that was asked for %i times is sent once when the server is back',
  async (times) => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    await fillLogin(visitor, email);
    await page.route(API, AWAYS[0][1]);
    await button(visitor, 'Sign in using email OTP').click();
    await told(AWAY).waitFor();
    await button(visitor, 'OK').click();
    if (times === 2) {
      await button(visitor, 'Send OTP').click();
      await button(visitor, 'OK').click();
    }
    await page.unroute(API);
    await typeCode(visitor, await site.inbox.nextCode(email));
    await button(visitor, 'Verify').click();
    await page.waitForURL('**/app/');
    expect(countMails(site, email)).toBe(1);
  },
);

test('an account whose creation had no answer is completed when the server is back', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await startTrial(site, visitor, email);
  await fillCompanyStep(visitor);
  await page.route(API, AWAYS[0][1]);
  await loseResponse(page, paths.createCompany);
  await submitStep(visitor);
  await told(AWAY).waitFor();
  await button(visitor, 'Try again').waitFor();
  await page.unroute(API);
  await button(visitor, 'Try again').waitFor({ state: 'detached' });
  await fillAboutYouStep(visitor);
  await submitStep(visitor);
  await waitForHeading(visitor, 'You are all set!');
  const owned = site.db.selectFrom('companies').where('owner_email', '=', email);
  const users = owned.innerJoin('users', 'users.company_id', 'companies.id');
  expect(await owned.select('companies.id').execute()).toHaveLength(1);
  expect(await users.select('users.id').execute()).toHaveLength(1);
});

test('what was submitted and answered before the server went is not submitted again', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  await fillLogin(visitor, email);
  await page.getByLabel('Password', { exact: true }).fill('not my password');
  await button(visitor, 'Log In').click();
  await page.getByText('Wrong email or password').first().waitFor();
  await button(visitor, 'OK').click();
  await page.route(API, AWAYS[0][1]);
  await button(visitor, 'Sign in using email OTP').click();
  await told(AWAY).waitFor();
  calls.length = 0;
  await page.unroute(API);
  await page.getByLabel('Digit 1 of 6').waitFor();
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual([`/v2/user/genOtp/${encodeURIComponent(email)}`]);
});

test('one call without an answer is no outage, and is not repeated', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await page.goto('/#/demo');
  await fillDemoForm(visitor, email);
  const asked = page.waitForResponse((response) => response.url().endsWith(paths.xsrf));
  await routeOnce(page, `**${paths.requestDemo}`, (route) => route.abort('connectionreset'));
  await button(visitor, 'Request a demo').click();
  await page.getByText('Something went wrong, please try again later').waitFor();
  await asked;
  expect(await told(AWAY).count()).toBe(0);
  expect(await countLeads(site, email)).toBe(0);
});

test('a page whose script is too old for the server says so, and its draft survives the reload', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await page.goto('/#/demo');
  await fillDemoForm(visitor, email);
  await page.route(API, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 404, body: 'gone' })
      : route.fallback(),
  );
  await routeOnce(page, `${site.url}/`, (route) => route.fulfill({ body: 'a new version' }));
  await button(visitor, 'Request a demo').click();
  await told(OLD).waitFor();
  await button(visitor, 'OK').click();
  await page.unroute(API);
  await button(visitor, 'Reload the page').click();
  await told(OLD).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Full name').inputValue()).toBe('Asha Rao');
  await button(visitor, 'Request a demo').click();
  await page.waitForURL('**/#/thankyou');
  expect(await countLeads(site, email)).toBe(1);
});

test('an answer that was not understood says nothing where the site has no newer script', async () => {
  const { visitor, page } = journey;
  await page.goto('/#/demo');
  await fillDemoForm(visitor, newAddress());
  await page.route(API, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 404, body: 'gone' })
      : route.fallback(),
  );
  const document = page.waitForResponse(
    (response) =>
      response.request().resourceType() === 'fetch' && new URL(response.url()).pathname === '/',
  );
  await button(visitor, 'Request a demo').click();
  await document;
  expect(await told(OLD).count()).toBe(0);
});
