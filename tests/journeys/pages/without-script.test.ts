import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { demoFormContent as words } from '#contract/demo-request-content.ts';
import { auditPage } from '#tests/support/browser/axe.ts';
import { newAddress } from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { visibleControls } from '#tests/support/browser/visible-controls.ts';
import { testConditions } from '#tests/support/each-condition.ts';
import { homeContent } from '#web/content/home.ts';

const SALES = 'sales@sitara.example';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const journey = setUpSite();

const visitorWithoutScript = (viewport: typeof PHONE) =>
  journey.site.visitor({ javaScriptEnabled: false, viewport });

/** Posts the demo form from a page of the site, as a browser without script does. */
const postForm = async (page: Page, fields: Record<string, string>) => {
  await page.goto('/nowhere');
  const loaded = page.waitForURL('**/demo');
  await page.evaluate((values) => {
    const form = document.createElement('form');
    Object.assign(form, { action: '/demo', method: 'post' });
    for (const [name, value] of Object.entries(values))
      form.append(Object.assign(document.createElement('textarea'), { name, value }));
    document.body.append(form);
    form.submit();
  }, fields);
  await loaded;
};

const INCOMPLETE = { name: 'Asha Rao', email: 'asha@gmail.com', message: 'Pune\nDelhi' };

describe.each([PHONE, DESKTOP])('home without script at $width px', (viewport) => {
  test('has no control that does nothing', async () => {
    const { page } = await visitorWithoutScript(viewport);
    await page.goto('/');
    expect(await visibleControls(page)).toEqual([]);
  });

  test('shows all quotes, and no logo moves', async () => {
    const { page } = await visitorWithoutScript(viewport);
    await page.goto('/');
    const quotes = page
      .getByRole('region', { name: homeContent.testimonials.carousel.label })
      .getByRole('group');
    expect(await quotes.count()).toBe(5);
    const boxes = await quotes.evaluateAll((nodes) =>
      nodes.map((node) => {
        const { left, right, top } = node.getBoundingClientRect();
        return { isInside: left >= 0 && right <= innerWidth, place: `${left} ${top}` };
      }),
    );
    expect(boxes.every(({ isInside }) => isInside)).toBe(true);
    expect(new Set(boxes.map(({ place }) => place)).size).toBe(5);
    const endless = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY)
        .map((animation) => Reflect.get(animation, 'animationName')),
    );
    expect(endless).toEqual([]);
  });
});

test('the open menu of a phone without script scrolls away', async () => {
  const { page } = await visitorWithoutScript(PHONE);
  await page.goto('/');
  await page.getByRole('heading', { name: 'In their words' }).scrollIntoViewIfNeeded();
  const box = await page.getByRole('banner').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(0);
});

test('the answers to questions are printed', async () => {
  const { page } = await visitorWithoutScript(DESKTOP);
  await page.goto('/pricing');
  const answer = page.locator('details p').first();
  const isShown = () =>
    answer.evaluate((node) => node.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isShown()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await isShown()).toBe(true);
  expect((await answer.boundingBox())?.height).toBeGreaterThan(0);
});

describe('the demo form that comes back', () => {
  test('starts at what is wrong, keeps what was typed, and can be corrected by keyboard', async () => {
    const { site } = journey;
    const { page, ...visitor } = await visitorWithoutScript(PHONE);
    visitor.expectConsole(/status of 40[04]/);
    await postForm(page, { ...INCOMPLETE, dialCode: '+44', phone: '20 7946 0000' });
    const summary = page.getByRole('alert');
    expect(await summary.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await summary.getByRole('link').allTextContents()).toEqual([
      words.errors.emailInvalid,
      words.errors.organization,
    ]);
    expect(await page.getByLabel(words.name).inputValue()).toBe('Asha Rao');
    expect(await page.getByLabel(words.dialCode).inputValue()).toBe('+44');
    expect(await page.getByLabel(words.message).inputValue()).toBe('Pune\nDelhi');
    expect(await page.getByText(words.website, { exact: true }).boundingBox()).toMatchObject({
      width: 1,
      height: 1,
    });

    const email = newAddress();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.getByLabel(words.email).fill(email);
    // The phone number and the email address below a free mail address.
    for (let link = 0; link < 2; link += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Acme Robotics');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/thankyou');
    const mail = await site.inbox.next(SALES);
    expect(mail.subject).toBe('Demo request: Acme Robotics');
    expect(mail.text).toContain(email);
    expect(mail.text).toContain('+4420 7946 0000');
  });

  testConditions(
    [
      [320, 'light'],
      [320, 'dark'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const,
    ([width, colorScheme]) => `has no axe violations at ${width} px, ${colorScheme}`,
    async ([width, colorScheme]) => {
      const viewport = { width, height: 800 };
      const { page, ...visitor } = await journey.site.visitor({ viewport, colorScheme });
      visitor.expectConsole(/status of 40[04]/);
      await postForm(page, INCOMPLETE);
      expect(await auditPage(page)).toEqual([]);
    },
  );
});
