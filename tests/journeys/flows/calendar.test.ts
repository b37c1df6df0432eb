import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import { fillDemoForm } from '#tests/support/browser/forms/demo-form.ts';
import { newAddress } from '#tests/support/browser/forms/sign-up-form.ts';
import { optionalSite } from '#tests/support/browser/optional-site.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { describeConditions } from '#tests/support/each-condition.ts';
import { demoVariants } from '#web/content/demo-variants.ts';

const { schedule } = demoVariants;
const { dist, build } = optionalSite('calendar');
const CALENDAR = 'https://calendar.example/demo?month=2026-12';

beforeAll(() => build({ VITE_CALENDAR_URL: CALENDAR, VITE_TAG_URL: '' }));
const journey = setUpJourney({
  dist,
  prepare: ({ page }) =>
    page.route('https://calendar.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Calendar</title><p>Free times</p>' }),
    ),
});

/** Opens the calendar; resolves with the address of its frame, which has loaded. */
const openCalendar = async (page: Page): Promise<string | null> => {
  await page.getByRole('button', { name: schedule.open }).click();
  const dialog = page.getByRole('dialog', { name: schedule.dialogHeading });
  const frame = dialog.locator('iframe');
  await frame.contentFrame().getByText('Free times').waitFor();
  return frame.getAttribute('src');
};

const requestDemo = async (address: string, email: string): Promise<void> => {
  const { page, visitor } = journey;
  await page.goto(address);
  if (address.endsWith('campaign'))
    await page.getByRole('button', { name: 'Book a demo' }).first().click();
  await fillDemoForm(visitor, email);
  await page.getByRole('button', { name: 'Request a demo' }).click();
};

describeConditions(
  [
    ['/#/demo', '/#/thankyou'],
    ['/#/campaign', '/#/thankyou_campaign'],
  ] as const,
  ([form]) => `after a request from ${form}`,
  ([form, thanks]) => {
    test('the calendar knows name and address, which no address of the site, history or storage has', async () => {
      const { page } = journey;
      const email = newAddress();
      await requestDemo(form, email);
      await page.waitForURL(`**${thanks}`);
      expect(await auditPage(page)).toEqual([]);
      const address = new URL((await openCalendar(page)) ?? '');
      expect(Object.fromEntries(address.searchParams)).toEqual({
        month: '2026-12',
        name: 'Asha Rao',
        email,
      });
      const kept = await page.evaluate(() =>
        JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]),
      );
      expect(kept).not.toMatch(/Asha|@/);
      await page.keyboard.press('Escape');
      await page.reload();
      expect(await openCalendar(page)).toBe(CALENDAR);
    });
  },
);

test('a request that failed tells the calendar nothing', async () => {
  const { page, visitor } = journey;
  visitor.expectConsole(/status of 500/);
  await page.route('**/v1/company/earlyaccess', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  );
  await requestDemo('/#/demo', newAddress());
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await page.evaluate(() => {
    location.hash = '#/thankyou';
  });
  expect(await openCalendar(page)).toBe(CALENDAR);
});

test('without script, the page after the form has a link to the calendar', async () => {
  const { page } = await journey.site.visitor({ javaScriptEnabled: false });
  await page.goto('/demo');
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('Work email').fill(newAddress());
  await page.getByLabel('Company').fill('Acme Robotics');
  await page.getByLabel('Work phone number').fill('9876543210');
  await page.getByRole('button', { name: 'Request a demo' }).click();
  await page.waitForURL('**/thankyou');
  const link = page.getByRole('link', { name: schedule.open });
  expect(await link.getAttribute('href')).toBe(CALENDAR);
  expect(await page.getByRole('button', { name: schedule.open }).isVisible()).toBe(false);
});
