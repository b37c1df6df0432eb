import { expect, test } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { demoFormContent } from '#contract/demo-request-content.ts';
import { fillDemoForm, readLead } from '#tests/support/browser/forms/demo-form.ts';
import { openPricing, planLink } from '#tests/support/browser/forms/pricing-page.ts';
import {
  fillAboutYouStep,
  fillCompanyStep,
  newAddress,
  submitStep,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';

const journey = setUpSite();

const companyOf = (email: string) =>
  journey.site.db
    .selectFrom('companies')
    .select(['attribution', 'chosen_plan', 'planname'])
    .where('owner_email', '=', email)
    .executeTakeFirstOrThrow();

const askForDemo = async (visitor: Visitor, email: string) => {
  await fillDemoForm(visitor, email);
  await visitor.page.getByRole('button', { name: demoFormContent.submit }).click();
};

/** Signs up from the form that is open, as far as the company exists. */
const signUp = async (visitor: Visitor, email: string) => {
  const { page } = visitor;
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, await journey.site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Start a free trial' }).click();
  await waitForHeading(visitor, 'Tell us about your company');
  await fillCompanyStep(visitor);
  await submitStep(visitor);
  await waitForHeading(visitor, 'About You');
};

test('the first and the last visit reach the company and the demo request, with the chosen plan', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await page.goto('/?utm_source=x&gclid=a1');
  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await waitForHeading(visitor, 'Start free. Pay when you hire more.');
  await page.goto('/pricing?utm_source=y&utm_medium=mail');
  await planLink(visitor, 'Pro').click();
  await page.getByText('You picked: Pro').waitFor();
  await page.reload();
  await page.getByText('You picked: Pro').waitFor();
  const email = newAddress();
  await signUp(visitor, email);

  const attribution = {
    first: { utm_source: 'x', gclid: 'a1', landing: '/' },
    last: { utm_source: 'y', utm_medium: 'mail', landing: '/pricing' },
  };
  expect(await companyOf(email)).toMatchObject({
    attribution,
    chosen_plan: 'pro',
    planname: 'free-trial',
  });

  await page.goto('/#/demo');
  await waitForHeading(visitor, 'Book a Demo');
  const other = newAddress();
  await askForDemo(visitor, other);
  await page.waitForURL(/#\/thankyou$/);
  expect(await readLead(journey.site, other)).toMatchObject({ attribution, utm_source: '' });
});

test('a sign-up that is taken up in another tab keeps its plan', FURTHER, async () => {
  const visitor = await journey.site.visitor();
  await openPricing(visitor);
  await planLink(visitor, 'Starter').click();
  const { page } = visitor;
  await page.getByLabel('Work email').fill(newAddress());
  const tab = await page.context().newPage();
  await tab.goto('/#/checkout');
  await tab.getByText('You picked: Starter').waitFor();
});

test('a plan of an earlier visit is none of a new sign-up', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await openPricing(visitor);
  await planLink(visitor, 'Starter').click();
  await page.getByText('You picked: Starter').waitFor();
  await page.goto('/#/login');
  await waitForHeading(visitor, 'Log in');
  await page.goto('/#/checkout');
  await waitForHeading(visitor, 'Sign up free to try now!');
  expect(await page.getByText('You picked').count()).toBe(0);
});

test(
  'the plan that a tab shows is the one that it sends, whatever another tab opens',
  FURTHER,
  async () => {
    const visitor = await journey.site.visitor();
    const { page } = visitor;
    await openPricing(visitor);
    await planLink(visitor, 'Pro').click();
    const email = newAddress();
    await page.getByLabel('Work email').fill(email);
    await page.goto('/#/checkout');
    await page.getByText('You picked: Pro').waitFor();
    const tab = await page.context().newPage();
    await tab.goto('/#/checkout?plan=starter');
    await tab.getByText('You picked: Starter').waitFor();
    await tab.close();
    await page.getByText('You picked: Pro').waitFor();
    await signUp(visitor, email);
    expect((await companyOf(email)).chosen_plan).toBe('pro');
  },
);

test('a visit and a plan that come when the company exists are the ones it gets', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await openPricing(visitor);
  await planLink(visitor, 'Pro').click();
  const email = newAddress();
  await signUp(visitor, email);
  await page.goto('/pricing?utm_source=late');
  await planLink(visitor, 'Starter').click();
  await waitForHeading(visitor, 'About You');
  await fillAboutYouStep(visitor);
  await submitStep(visitor);
  await waitForHeading(visitor, 'You are all set!');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL('**/app/jobs/new');
  expect(await companyOf(email)).toMatchObject({
    attribution: {
      first: { landing: '/pricing' },
      last: { landing: '/pricing', utm_source: 'late' },
    },
    chosen_plan: 'starter',
  });
});

test('an address that is left at once is a visit', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await page.goto('/?utm_source=x', { waitUntil: 'domcontentloaded' });
  await page.goto('/?utm_source=y#/pricing', { waitUntil: 'domcontentloaded' });
  await page.goto('/#/demo');
  await waitForHeading(visitor, 'Book a Demo');
  const email = newAddress();
  await askForDemo(visitor, email);
  await page.waitForURL(/#\/thankyou$/);
  expect((await readLead(journey.site, email)).attribution).toMatchObject({
    first: { utm_source: 'x', landing: '/' },
    last: { utm_source: 'y', landing: '/pricing' },
  });
});

test('a server that refuses the attribution gets the request without it', async () => {
  const visitor = await journey.site.visitor();
  visitor.expectConsole(/status of 400/);
  const { page } = visitor;
  await page.goto('/?utm_source=x#/demo');
  await waitForHeading(visitor, 'Book a Demo');
  const bodies: object[] = [];
  await page.route(`**${paths.requestDemo}`, (route) => {
    const body = route.request().postDataJSON();
    bodies.push(body);
    if (!('attribution' in body)) return route.continue();
    // The same words as those of a server that does not know the field.
    return route.continue({ postData: JSON.stringify({ ...body, unknown: true }) });
  });
  const email = newAddress();
  await askForDemo(visitor, email);
  await page.waitForURL(/#\/thankyou$/);
  expect(bodies.map((body) => 'attribution' in body)).toEqual([true, false]);
  expect(await readLead(journey.site, email)).toMatchObject({
    name: 'Asha Rao',
    attribution: null,
  });
});

testConditions(
  ['/demo?utm_source=x&fbclid=f1', '/demo?utm_source=x&fbclid=f1&other=1'],
  (address) =>
    `without script, ${address} says where the visitor came from, also after a rejected form`,
  async (address) => {
    const { page, ...visitor } = await journey.site.visitor({ javaScriptEnabled: false });
    visitor.expectConsole(/status of 400/);
    await page.goto(address);
    const email = newAddress();
    await page.getByLabel(demoFormContent.email).fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel(demoFormContent.name).fill('Asha Rao');
    await page.getByLabel(demoFormContent.organization).fill('Acme Robotics');
    await page.getByLabel(demoFormContent.phone).fill('9876543210');
    await page.getByRole('button', { name: demoFormContent.submit }).click();
    await page.waitForURL('**/thankyou');
    const { attribution } = await readLead(journey.site, email);
    expect(attribution?.first).toMatchObject({
      utm_source: 'x',
      fbclid: 'f1',
      landing: '/demo',
    });
    expect(attribution?.last).toEqual(attribution?.first);
  },
);
