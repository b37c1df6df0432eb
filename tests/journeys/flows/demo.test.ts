import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { auditPage } from '#tests/support/browser/axe.ts';
import { readLead } from '#tests/support/browser/forms/demo-form.ts';
import { newAddress, waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { testConditions } from '#tests/support/each-condition.ts';

const SALES = 'sales@sitara.example';
const ALERT = 'Something went wrong, please try again later';
const FAILED = /status of 500/;

const journey = setUpSite();

const submit = (page: Page) => page.getByRole('button', { name: 'Request a demo' });

/** Makes the next demo request fail with a server error; later ones succeed. */
const breakNext = (page: Page) =>
  routeOnce(page, `**${paths.requestDemo}`, (route) => route.fulfill({ status: 500, body: '{}' }));

const events = (page: Page) => page.evaluate(() => window.dataLayer);

/** Opens a page as a link with navigation state does. */
const arriveWith = (page: Page, path: string, state: object) =>
  page.evaluate(
    ([to, carried]) => {
      history.pushState(carried, '', `#${to}`);
      dispatchEvent(new HashChangeEvent('hashchange'));
    },
    [path, state] as const,
  );

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Book a demo' }).first().click();
  await page.getByRole('dialog', { name: 'Book a demo' }).waitFor();
};

test('a visitor requests a demo: the lead is stored and mailed', async () => {
  const { site } = journey;
  const visitor = await site.visitor();
  const { page } = visitor;
  const email = newAddress();
  await page.goto('/#/demo');
  await waitForHeading(visitor, 'Book a Demo');
  await page.getByText('Schedule a 15-min demo with our experts').waitFor();
  expect(await submit(page).isDisabled()).toBe(true);

  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('Work email').fill('asha@gmail.com');
  await page.getByText('Please use a valid company email address.').waitFor();
  await page.getByLabel('Company').fill('Acme Robotics');
  expect(await page.getByLabel('Country code').inputValue()).toBe('+91');
  await page.getByLabel('Country code').selectOption('+44');
  await page.getByLabel('Work phone number').fill('20 7946 0000');
  expect(await submit(page).isDisabled()).toBe(true);
  await page.getByLabel('Work email').fill(email);
  await page.getByText('Please use a valid company email address.').waitFor({ state: 'detached' });
  await page.getByLabel('Additional information').fill('We hire in Pune.\nAnd in Delhi.');
  await submit(page).click();

  await page.waitForURL('**/#/thankyou');
  expect(await readLead(journey.site, email)).toMatchObject({
    name: 'Asha Rao',
    organization: 'Acme Robotics',
    phone: '+4420 7946 0000',
    message: 'We hire in Pune.\nAnd in Delhi.',
    utm_source: '',
  });
  const mail = await site.inbox.next(SALES);
  expect(mail.subject).toBe('Demo request: Acme Robotics');
  expect(mail.text).toContain(email);
  expect(await events(page)).toEqual([{ event: 'thank you page' }]);
  await page.goBack();
  await waitForHeading(visitor, 'Book a Demo');
});

test('a link with an email address fills in the form', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await page.goto('/#/login');
  await waitForHeading(visitor, 'Log in');
  await arriveWith(page, '/demo', { email: 'asha@acme.example' });
  await waitForHeading(visitor, 'Book a Demo');
  expect(await page.getByLabel('Work email').inputValue()).toBe('asha@acme.example');
});

test('a failed request keeps everything typed and can be sent again', async () => {
  const visitor = await journey.site.visitor();
  visitor.expectConsole(FAILED);
  const { page } = visitor;
  const email = newAddress();
  await page.goto('/#/demo');
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Company').fill('Acme Robotics');
  await page.getByLabel('Work phone number').fill('9876543210');
  await breakNext(page);
  await submit(page).click();

  const alert = page.getByRole('alertdialog', { name: ALERT });
  await alert.getByRole('button', { name: 'OK' }).click();
  await alert.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Full name').inputValue()).toBe('Asha Rao');
  expect(await page.getByLabel('Work phone number').inputValue()).toBe('9876543210');
  expect(await events(page)).toBeUndefined();
  await submit(page).click();
  await page.waitForURL('**/#/thankyou');
  expect((await readLead(journey.site, email)).phone).toBe('+919876543210');
});

test('a campaign is kept while the visitor opens other pages, and is stored with the lead', async () => {
  const visitor = await journey.site.visitor();
  visitor.expectConsole(FAILED);
  const { page } = visitor;
  const email = newAddress();
  await page.goto(
    '/?utm_source=search&utm_medium=cpc#/campaign?utm_campaign=hire&utm_content=top%20button',
  );
  // The script keeps the campaign; the page is shown before.
  await waitUntilMounted(page);
  await page.goto('/#/login');
  await waitForHeading(visitor, 'Log in');
  await page.goto('/#/campaign');
  await openDialog(page);

  const refused = page.getByText('Please use a valid company email address.');
  await page.getByLabel('Work email').fill('asha@mygmail.example');
  await refused.waitFor();
  await page.getByLabel('Work email').fill('');
  await refused.waitFor({ state: 'detached' });
  await submit(page).click();
  await page.getByText('Please enter a valid number.').waitFor();
  await page.getByText('Please enter your full name.').waitFor();
  await expect
    .poll(() => page.getByLabel('Full name').evaluate((node) => node === document.activeElement))
    .toBe(true);
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('Work email').fill('asha@mygmail.example');
  await page.getByLabel('Company').fill('Acme Robotics');
  await page.getByLabel('Work phone number').fill('98765 43210');
  await submit(page).click();
  await refused.waitFor();
  await page.getByText('Please enter a valid number.').waitFor();

  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Work phone number').fill('9876543210');
  await page.keyboard.press('Escape');
  await openDialog(page);
  expect(await page.getByLabel('Work email').inputValue()).toBe(email);
  await breakNext(page);
  await submit(page).click();
  await page.getByRole('alertdialog', { name: ALERT }).getByRole('button', { name: 'OK' }).click();
  await submit(page).click();

  await page.waitForURL('**/#/thankyou_campaign');
  expect(await readLead(journey.site, email)).toMatchObject({
    phone: '9876543210',
    message: '',
    utm_source: 'search',
    utm_medium: 'cpc',
    utm_campaign: 'hire',
    utm_term: '',
    utm_content: 'top button',
  });
  expect(await events(page)).toEqual([{ event: 'thank you page' }]);
});

test('the sign-up shows the chosen plan and loads no script of a payment provider', async () => {
  const { site } = journey;
  const visitor = await site.visitor();
  const { page } = visitor;
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) foreign.push(request.url());
  });
  await page.goto('/#/login');
  await waitForHeading(visitor, 'Log in');
  await arriveWith(page, '/checkout', { email: 'asha@acme.example', plan: 'Starter' });
  await waitForHeading(visitor, 'Sign up free to try now!');
  await page.getByText('You picked: Starter').waitFor();
  await page.getByText('₹13,200 a month').waitFor();
  expect(await page.getByLabel('Work email').inputValue()).toBe('asha@acme.example');
  expect(foreign).toEqual([]);
  await arriveWith(page, '/login', {});
  await waitForHeading(visitor, 'Log in');
  await arriveWith(page, '/checkout', { plan: '<b>Anything</b>' });
  await waitForHeading(visitor, 'Sign up free to try now!');
  expect(await page.getByText('You picked').count()).toBe(0);
});

testConditions(
  [
    [390, 'light'],
    [1440, 'dark'],
  ] as const,
  ([width, colorScheme]) => `axe finds nothing on the demo page at ${width} px, ${colorScheme}`,
  async ([width, colorScheme]) => {
    const visitor = await journey.site.visitor({ viewport: { width, height: 900 }, colorScheme });
    const { page } = visitor;
    await page.goto('/#/demo');
    await waitForHeading(visitor, 'Book a Demo');
    expect(await auditPage(page)).toEqual([]);
    await page.getByLabel('Work email').fill('asha@gmail.com');
    await page.getByText('Please use a valid company email address.').waitFor();
    expect(await auditPage(page)).toEqual([]);
  },
);
