import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lookOver } from '#tests/support/look-over.ts';
import { atHeading } from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site, type Visitor } from '#tests/support/site.ts';
import { CHUNK_TIMEOUT_MS } from '#web/load-page.ts';

const CHUNK = /\/assets\/demo-dialog-[^/]*\.js$/;
const HEADING = 'Hire 87% faster. Interview everyone who applies.';
const FAILED = 'Loading chunk failed: Failed to fetch';
const NEAR_PX = 300;

let site: Site;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => visitor?.leave());
afterAll(() => site?.close());

const openCampaign = async () => {
  await page.goto('/#/campaign');
  await atHeading(visitor, HEADING);
  await page.waitForFunction(() => globalThis.earlyEvents === undefined);
};

const inTheMain = (name: string) => page.getByRole('main').getByRole('button', { name });
const bookDemo = () => inTheMain('Book a demo');
const tryAgain = () => inTheMain('Try again');
const form = () => page.getByRole('dialog', { name: 'Book a demo' });
const isFocused = (control: Locator) =>
  expect.poll(() => control.evaluate((node) => node === document.activeElement)).toBe(true);

/** How far apart two controls begin, from the one's top to the other's. */
const distance = async (one: Locator, other: Locator) => {
  const [from, to] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  return Math.abs((from?.y ?? 0) - (to?.y ?? Number.POSITIVE_INFINITY));
};

const open = async (options: Parameters<Site['visitor']>[0] = {}) => {
  visitor = await site.visitor({ reducedMotion: 'reduce', ...options });
  visitor.expectConsole(/net::ERR_(?:FAILED|INTERNET_DISCONNECTED)/);
  page = visitor.page;
};

describe('the campaign whose form does not come', () => {
  beforeEach(() => open({ viewport: { width: 390, height: 800 } }));

  test.each(['first', 'last'] as const)(
    'stays, says so beside its %s button, and Try again opens the form once the network is back',
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
      await atHeading(visitor, HEADING);
      await page.waitForLoadState('networkidle');
      expect(await form().count()).toBe(0);
    },
  );

  test('is tried again by the button that opened it, too', async () => {
    await page.route(CHUNK, (route) => route.abort());
    await openCampaign();
    await page.waitForLoadState('networkidle');
    await bookDemo().first().click();
    await page.getByText(FAILED).waitFor();
    await page.unroute(CHUNK);
    await bookDemo().first().click();
    await form().waitFor();
  });

  test('is given up after 120 seconds', async () => {
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

  test('opens it as soon as it has come', async () => {
    let go: () => void = () => {};
    const told = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(CHUNK, async (route) => {
      await told;
      await route.continue();
    });
    await openCampaign();
    await bookDemo().first().click();
    await expect.poll(() => bookDemo().first().getAttribute('aria-busy')).toBe('true');
    await isFocused(bookDemo().first());
    go();
    await form().waitFor();
    await page.keyboard.press('Escape');
    await form().waitFor({ state: 'detached' });
    await isFocused(bookDemo().first());
  });

  test('is loaded anew by itself when a new version is there, and opens the form', async () => {
    visitor.expectConsole(/status of 404/);
    await page.route(CHUNK, (route) => route.fulfill({ status: 404 }));
    await openCampaign();
    await page.waitForLoadState('networkidle');
    await page.unroute(CHUNK);
    // What a deployment does to an old document: today's one names other scripts, its chunks are gone.
    await page.route(`${site.url}/`, (route) => route.fulfill({ body: 'a new version' }), {
      times: 1,
    });
    await bookDemo().first().click();
    await form().waitFor();
  });
});

test.each([
  [390, 'light'],
  [390, 'dark'],
  [1440, 'light'],
  [1440, 'dark'],
] as const)(
  'axe finds nothing where the form does not come: %i px, %s',
  async (width, colorScheme) => {
    await open({ viewport: { width, height: 900 }, colorScheme });
    await page.route(CHUNK, (route) => route.abort());
    await openCampaign();
    const count = await bookDemo().count();
    for (let index = 0; index < count; index += 1) {
      await bookDemo().nth(index).click();
      await page.getByText(FAILED).waitFor();
      expect(await lookOver(page)).toEqual([]);
    }
  },
);
