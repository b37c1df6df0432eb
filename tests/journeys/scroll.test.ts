import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { atHeading } from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site, type Visitor } from '#tests/support/site.ts';

const HOME = 'Find the few who shine';
const CAMPAIGN = 'Hire 87% faster. Interview everyone who applies.';
const PRICING = 'Start free. Pay when you hire more.';
const FAR_PX = 1500;

let site: Site;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  site = await openSite();
});
beforeEach(async () => {
  visitor = await site.visitor({
    viewport: { width: 390, height: 800 },
    reducedMotion: 'reduce',
  });
  page = visitor.page;
});
afterEach(() => visitor?.leave());
afterAll(() => site?.close());

const top = () => page.evaluate(() => Math.round(scrollY));

/** How far below the window's top a block begins. */
const topOf = (id: string) =>
  page.locator(`#${id}`).evaluate((block) => Math.round(block.getBoundingClientRect().top));

/** At a page whose script is there and whose first effects have run. */
const at = async (heading: string) => {
  await atHeading(visitor, heading);
  await page.waitForFunction(() => globalThis.earlyEvents === undefined);
};

const open = async (path: string, heading: string) => {
  await page.goto(path);
  await at(heading);
};

/** Scrolls as far as this, all of the page being laid out. */
const scrollTo = async (far: number) => {
  await page.keyboard.press('Shift');
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), far);
  expect(await top()).toBe(far);
};

const isAtBlock = async (id: string) => {
  await expect.poll(() => topOf(id)).toBeLessThan(200);
  expect(await topOf(id)).toBeGreaterThanOrEqual(0);
};

const pages = [
  ['/', HOME],
  ['/#/campaign', CAMPAIGN],
  ['/#/pricing', PRICING],
  ['/#/terms', 'Terms of Use'],
] as const;

test.each(pages)('%s begins at its top when it is loaded again', async (path, heading) => {
  await open(path, heading);
  await scrollTo(FAR_PX);
  await page.reload();
  await at(heading);
  // The load is over, so that the browser's own restoration would have come.
  await page.waitForLoadState('networkidle');
  expect(await top()).toBe(0);
});

describe.each([
  ['/#/?section=faq', 'faq', HOME],
  ['/?section=process', 'process', HOME],
  ['/#/campaign?section=hire', 'hire', CAMPAIGN],
] as const)('%s', (path, block, heading) => {
  test('leads to its block, also when it is loaded again', async () => {
    await open(path, heading);
    await isAtBlock(block);
    await scrollTo(100);
    await page.reload();
    await at(heading);
    await isAtBlock(block);
  });

  test('is where it was left when Back leads to it', async () => {
    await open(path, heading);
    await isAtBlock(block);
    await scrollTo(FAR_PX);
    await page.evaluate(() => {
      location.hash = '#/pricing';
    });
    await at(PRICING);
    expect(await top()).toBe(0);
    await page.goBack();
    await at(heading);
    await expect.poll(top).toBe(FAR_PX);
  });

  test('is where it was left when Back leads to it from another document', async () => {
    await open(path, heading);
    await isAtBlock(block);
    await scrollTo(0);
    // A jump to the block would take its time.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/healthz');
    await page.goBack();
    await at(heading);
    // By then a jump to the block would have begun.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await top()).toBe(0);
  });
});

test('a section that a link in the page leads to is a place of its own in the history', async () => {
  await open('/', HOME);
  await scrollTo(300);
  await page.evaluate(() => {
    location.hash = '#/?section=faq';
  });
  await isAtBlock('faq');
  const left = await top();
  await page.goBack();
  await expect.poll(top).toBe(300);
  await page.goForward();
  await expect.poll(top).toBe(left);
});

test.each(pages)('Back and Forward find %s where it was left', async (path, heading) => {
  await open(path, heading);
  await scrollTo(FAR_PX);
  await page.evaluate(() => {
    location.hash = '#/about';
  });
  await at('Good people get missed. We find them.');
  expect(await top()).toBe(0);
  await scrollTo(200);
  await page.goBack();
  await at(heading);
  await expect.poll(top).toBe(FAR_PX);
  await page.goForward();
  await at('Good people get missed. We find them.');
  await expect.poll(top).toBe(200);
});

test.each(pages)('Back from another document finds %s where it was left', async (path, heading) => {
  // The browser drops what it emulates when it leaves, which would move what is below the logos.
  await page.emulateMedia({ reducedMotion: null });
  await open(path, heading);
  await scrollTo(FAR_PX);
  await page.goto('/healthz');
  await page.goBack();
  await at(heading);
  await expect.poll(top).toBe(FAR_PX);
});

test('Back finds a page where it was left, although the next one was loaded again', async () => {
  await open('/#/pricing', PRICING);
  await scrollTo(FAR_PX);
  await page.evaluate(() => {
    location.hash = '#/about';
  });
  await at('Good people get missed. We find them.');
  await page.reload();
  await at('Good people get missed. We find them.');
  await page.goBack();
  await at(PRICING);
  await expect.poll(top).toBe(FAR_PX);
});
