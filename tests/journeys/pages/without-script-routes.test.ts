import { expect, test } from 'vitest';
import * as brand from '#contract/brand.ts';
import { demoFormContent as words } from '#contract/demo-request-content.ts';
import { newAddress } from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { visibleControls } from '#tests/support/browser/visible-controls.ts';
import { describeConditions, testConditions } from '#tests/support/each-condition.ts';
import { routes } from '#web/routing/routes.tsx';

const SALES = 'sales@sitara.example';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const journey = setUpSite();

const open = async (path: string, viewport = PHONE) => {
  const { page } = await journey.site.visitor({ javaScriptEnabled: false, viewport });
  await page.goto(path);
  return page;
};

describeConditions(
  Object.keys(routes),
  (path) => `${path} without script`,
  (path) => {
    testConditions(
      [PHONE, DESKTOP],
      ({ width }) => `reads and navigates at ${width} px`,
      async (viewport) => {
        const page = await open(path, viewport);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const menu = page.getByRole('navigation', { name: 'Main' });
        for (const name of ['About us', 'Log In']) await menu.getByRole('link', { name }).waitFor();
        const controls = await visibleControls(page);
        // The only form that works without script: six fields and the button.
        expect(controls).toHaveLength(path === '/demo' ? 7 : 0);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
      },
    );
  },
);

testConditions(
  [
    ['/login', 'Logging in needs JavaScript'],
    ['/checkout', 'Signing up needs JavaScript'],
    ['/forgotPassword', 'Setting a new password needs JavaScript'],
    ['/resetPassword', 'Setting a new password needs JavaScript'],
  ],
  ([path]) => `${path} says that it needs script, and how to reach a person`,
  async ([path, note]) => {
    const page = await open(path);
    const main = page.getByRole('main');
    // `getByText` ignores what is in a `noscript`.
    await main.locator('strong', { hasText: note }).waitFor();
    // The note for candidates names it too.
    await main.getByRole('link', { name: brand.supportEmail }).first().waitFor();
    expect(await main.getByRole('link', { name: brand.phone }).getAttribute('href')).toBe(
      brand.phoneLink,
    );
    // A form would put what is typed into the address, if it could be sent by GET.
    expect(await main.locator('form').getAttribute('method')).toBe('post');
  },
);

test('with script no form says that it needs script', async () => {
  const { page } = await journey.site.visitor();
  await page.goto('/#/login');
  await page.getByLabel('Email').waitFor();
  expect(await page.getByRole('main').innerText()).not.toContain('needs JavaScript');
});

test('a campaign without script links to the demo form', async () => {
  const page = await open('/campaign');
  const links = page.getByRole('main').getByRole('link', { name: 'Book a demo' });
  expect(await links.count()).toBeGreaterThan(2);
  await links.first().click();
  await page.waitForURL('**/demo');
  await page.getByRole('heading', { level: 1, name: 'Book a Demo' }).waitFor();
});

test('a visitor without script requests a demo: the lead is stored and mailed', async () => {
  const { site } = journey;
  const page = await open('/demo');
  const email = newAddress();
  await page.getByLabel(words.name).fill('Asha Rao');
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.organization).fill('Acme Robotics');
  await page.getByLabel(words.dialCode).selectOption('+44');
  await page.getByLabel(words.phone).fill('20 7946 0000');
  await page.getByLabel(words.message).fill('We hire in Pune.\nAnd in Delhi.');
  await page.getByRole('button', { name: words.submit }).click();
  await page.waitForURL('**/thankyou');
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
  const lead = await site.db
    .selectFrom('leads')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(lead).toMatchObject({
    phone: '+4420 7946 0000',
    message: 'We hire in Pune.\nAnd in Delhi.',
  });
  const mail = await site.inbox.next(SALES);
  expect(mail.text).toContain(email);
});

test('Enter in a field of an incomplete demo form shows what is missing, and keeps the rest', async () => {
  const { page, ...visitor } = await journey.site.visitor({ javaScriptEnabled: false });
  visitor.expectConsole(/status of 400/);
  await page.goto('/demo');
  await page.getByLabel(words.name).fill('Asha Rao');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByRole('link', { name: words.errors.emailMissing }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByLabel(words.name).inputValue()).toBe('Asha Rao');
});
