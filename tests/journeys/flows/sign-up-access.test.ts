import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import {
  fillAboutYouStep,
  fillCompanyStep,
  newAddress,
  requestCode,
  submitStep,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { describeConditions } from '#tests/support/each-condition.ts';
import { expectReadable } from '#tests/support/readability/expect-readable.ts';
import { pngLogo } from '#tests/support/server/images/png-logo.ts';

const journey = setUpSite();

/** The backgrounds of the first and the last point of the wizard's progress, in forced colours. */
const stepColours = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ forcedColors: 'active' });
  const colours = await page
    .locator('main div[aria-hidden=true] > span')
    .evaluateAll((points) =>
      points.map((point) => getComputedStyle(point, '::after').backgroundColor),
    );
  await page.emulateMedia({ forcedColors: 'none' });
  return [colours[0] ?? '', colours.at(-1) ?? ''];
};

describeConditions(
  [
    { width: 320, colorScheme: 'light' },
    { width: 1440, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const,
  ({ width, colorScheme }) => `at ${width} px, ${colorScheme}`,
  ({ width, colorScheme }) => {
    // One of the windows is enough: a reading condition has windows of its own.
    const isRead = width === 1440;

    test('axe finds nothing at any step, and nothing is wider than the window', async () => {
      const { site } = journey;
      const visitor = await site.visitor({
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      visitor.expectConsole(/status of 400/);
      const { page } = visitor;
      const email = newAddress();
      await page.goto('/#/nowhere');
      await waitForHeading(visitor, 'Unexpected Application Error!');
      expect(await auditPage(page)).toEqual([]);
      await page.goto('/');
      await waitForHeading(visitor, 'Find the few who shine');
      expect(await auditPage(page)).toEqual([]);
      await requestCode(visitor, email);
      const code = await site.inbox.nextCode(email);
      expect(await auditPage(page)).toEqual([]);
      await typeCode(visitor, code === '111111' ? '222222' : '111111');
      await page.getByText('Invalid OTP').first().waitFor();
      expect(await auditPage(page)).toEqual([]);
      await page.keyboard.type(code);
      await page.getByText('Email verified').waitFor();
      expect(await auditPage(page)).toEqual([]);
      if (isRead) await expectReadable(page);
      await page.getByRole('checkbox', { name: /I agree/ }).check();
      await page.getByRole('button', { name: 'Start a free trial' }).click();
      await waitForHeading(visitor, 'Tell us about your company');
      expect(await auditPage(page)).toEqual([]);
      await fillCompanyStep(visitor);
      expect(await auditPage(page)).toEqual([]);
      if (isRead) await expectReadable(page);
      await submitStep(visitor);
      await waitForHeading(visitor, 'About You');
      await fillAboutYouStep(visitor);
      expect(await auditPage(page)).toEqual([]);
      if (isRead) {
        await expectReadable(page);
        const [completed, coming] = await stepColours(page);
        expect(completed).not.toBe(coming);
      }
      await submitStep(visitor);
      await waitForHeading(visitor, 'You are all set!');
      expect(await auditPage(page)).toEqual([]);
      if (isRead) await expectReadable(page);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.waitForURL('**/app/jobs/new');
      expect(await auditPage(page)).toEqual([]);
    });
  },
);

test('the whole sign-up works by keyboard alone', async () => {
  const { site } = journey;
  const visitor = await site.visitor();
  const { page } = visitor;
  const { keyboard } = page;
  const email = newAddress();
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> };
      return element.labels?.[0]?.textContent ?? element.ariaLabel ?? element.textContent ?? '';
    });
  const tabTo = async (name: string | RegExp) => {
    for (let presses = 0; presses < 120; presses += 1) {
      const at = (await focused()).trim();
      if (typeof name === 'string' ? at === name : name.test(at)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`${name} can't be reached by Tab`);
  };

  await page.goto('/');
  await waitForHeading(visitor, 'Find the few who shine');
  await tabTo('Get started free');
  await keyboard.press('Enter');
  await waitForHeading(visitor, 'Sign up free to try now!');
  await tabTo('Work email');
  await keyboard.type(email);
  await tabTo('Send OTP');
  await keyboard.press('Enter');
  await tabTo('Digit 1 of 6');
  await keyboard.type(await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  await tabTo(/^I agree/);
  await keyboard.press('Space');
  await tabTo('Start a free trial');
  await keyboard.press('Enter');

  await waitForHeading(visitor, 'Tell us about your company');
  await tabTo('Company name');
  await keyboard.type('Acme Robotics');
  await keyboard.press('Tab');
  // The button opens a dialog of the operating system, which cannot be automated.
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('file');
  await page.locator('input[type=file]').setInputFiles(await pngLogo());
  await tabTo('Website');
  await keyboard.type('acme.example');
  await tabTo('Sales');
  await keyboard.press('Space');
  await tabTo('Delhi');
  await keyboard.press('Space');
  await tabTo('Next');
  await keyboard.press('Enter');

  await waitForHeading(visitor, 'About You');
  await tabTo('Your name');
  await keyboard.type('Asha Rao');
  await tabTo('Create password');
  await keyboard.type('quiet lantern river');
  await keyboard.press('Enter');
  await waitForHeading(visitor, 'You are all set!');
  await tabTo('Done');
  await keyboard.press('Enter');
  await page.waitForURL('**/app/jobs/new');
});
