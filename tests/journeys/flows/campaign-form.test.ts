import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Site } from '#tests/support/browser/site.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { CHUNK_TIMEOUT_MS } from '#web/routing/load-page.ts';

const CHUNK = /\/assets\/demo-dialog-[^/]*\.js$/;
const HEADING = 'Hire 87% faster. Interview more of the people who apply.';
const FAILED = 'Loading chunk failed: Failed to fetch';
const NEAR_PX = 300;

let visitor: Visitor;
let page: Page;
const journey = setUpSite();

const openCampaign = async () => {
  await page.goto('/#/campaign');
  await waitForHeading(visitor, HEADING);
  await waitUntilMounted(page);
};

const inTheMain = (name: string) => page.getByRole('main').getByRole('button', { name });
const bookDemo = () => inTheMain('Book a demo');
const tryAgain = () => inTheMain('Try again');
const form = () => page.getByRole('dialog', { name: 'Book a demo' });
const isFocused = (control: Locator) =>
  expect.poll(() => control.evaluate((node) => node === document.activeElement)).toBe(true);

/** The vertical distance between the top edges of two controls. */
const distance = async (one: Locator, other: Locator) => {
  const [from, to] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  return Math.abs((from?.y ?? 0) - (to?.y ?? Number.POSITIVE_INFINITY));
};

const open = async (options: Parameters<Site['visitor']>[0] = {}) => {
  visitor = await journey.site.visitor({ reducedMotion: 'reduce', ...options });
  visitor.expectConsole(/net::ERR_(?:FAILED|INTERNET_DISCONNECTED)/);
  page = visitor.page;
};

describe('the campaign page whose form fails to load', () => {
  beforeEach(() => open({ viewport: { width: 390, height: 800 } }));

  testConditions(
    ['first', 'last'] as const,
    (which) =>
      `stays, shows the error beside its ${which} button, and Try again opens the form once the network is back`,
    async (which) => {
      await page.route(CHUNK, (route) => route.abort());
      await openCampaign();
      await page.waitForLoadState('networkidle');
      expect(await page.getByText('Loading chunk failed').count()).toBe(0);
      const button = bookDemo()[which]();
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByText(FAILED).waitFor();
      await page.getByRole('heading', { level: 1, name: HEADING }).waitFor();
      await isFocused(button);
      expect(await tryAgain().count()).toBe(1);
      expect(await distance(button, tryAgain())).toBeLessThan(NEAR_PX);

      await page.context().setOffline(true);
      await tryAgain().focus();
      await page.keyboard.press('Enter');
      await page.getByText(`You are offline. Please try again when you are connected.`).waitFor();
      await expect.poll(() => tryAgain().getAttribute('aria-busy')).toBeNull();
      await isFocused(tryAgain());
      await page.getByRole('heading', { level: 1, name: HEADING }).waitFor();

      await page.context().setOffline(false);
      await page.unroute(CHUNK);
      await page.keyboard.press('Enter');
      await form().waitFor();
      await isFocused(page.getByLabel('Full name'));
      await page.keyboard.press('Escape');
      await form().waitFor({ state: 'detached' });
      await isFocused(button);
      expect(await page.getByText('Loading chunk failed').count()).toBe(0);
      await page.reload();
      await waitForHeading(visitor, HEADING);
      await page.waitForLoadState('networkidle');
      expect(await form().count()).toBe(0);
    },
  );

  test('retries when the button that opened it is pressed again', FURTHER, async () => {
    await page.route(CHUNK, (route) => route.abort());
    await openCampaign();
    await page.waitForLoadState('networkidle');
    await bookDemo().first().click();
    await page.getByText(FAILED).waitFor();
    await page.unroute(CHUNK);
    await bookDemo().first().click();
    await form().waitFor();
  });

  test('stops loading after 120 seconds', FURTHER, async () => {
    await page.clock.install();
    await page.route(CHUNK, () => {});
    await openCampaign();
    await bookDemo().first().click();
    await expect.poll(() => bookDemo().first().getAttribute('aria-busy')).toBe('true');
    await page.clock.runFor(CHUNK_TIMEOUT_MS);
    await page.getByText('Loading chunk failed: no answer within 120 seconds').waitFor();
    await page.unroute(CHUNK);
    await tryAgain().click();
    await form().waitFor();
  });

  test('opens the form as soon as it has loaded', async () => {
    let go: () => void = () => {};
    const told = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(CHUNK, async (route) => {
      await told;
      await route.continue();
    });
    await openCampaign();
    const idle = await bookDemo().first().boundingBox();
    await bookDemo().first().click();
    await expect.poll(() => bookDemo().first().getAttribute('aria-busy')).toBe('true');
    await isFocused(bookDemo().first());
    // It says what it does, and is as wide and as high as before.
    await bookDemo().first().getByText('Opening …').waitFor();
    expect(await bookDemo().first().boundingBox()).toEqual(idle);
    go();
    await form().waitFor();
    await page.keyboard.press('Escape');
    await form().waitFor({ state: 'detached' });
    await isFocused(bookDemo().first());
  });

  test('reloads by itself when a new version was deployed, and opens the form', async () => {
    visitor.expectConsole(/status of 404/);
    await page.route(CHUNK, (route) => route.fulfill({ status: 404 }));
    await openCampaign();
    await page.waitForLoadState('networkidle');
    await page.unroute(CHUNK);
    // A deployment changes the names of chunks: an old document requests ones that no longer exist.
    await routeOnce(page, `${journey.site.url}/`, (route) =>
      route.fulfill({ body: 'a new version' }),
    );
    await bookDemo().first().click();
    await form().waitFor();
  });
});

describe('how it looks', FURTHER, () => {
  testConditions(
    [
      [390, 'dark'],
      [390, 'light'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const,
    ([width, colorScheme]) =>
      `axe finds nothing on the campaign page whose form failed to load: ${width} px, ${colorScheme}`,
    async ([width, colorScheme]) => {
      await open({ viewport: { width, height: 900 }, colorScheme });
      await page.route(CHUNK, (route) => route.abort());
      await openCampaign();
      const count = await bookDemo().count();
      for (let index = 0; index < count; index += 1) {
        await bookDemo().nth(index).click();
        await page.getByText(FAILED).waitFor();
        expect(await auditPage(page)).toEqual([]);
      }
    },
  );
});
