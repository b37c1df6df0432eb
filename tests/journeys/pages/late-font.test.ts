import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { type FontFamily, fontFamilies } from '#tests/support/browser/test-fonts.ts';

const PATHS = ['/', '/#/login', '/#/checkout', '/#/demo', '/#/campaign'];
const WIDTHS = [360, 390, 412, 1280, 1440];
const HEIGHT = 844;

const journey = setUpSite();

const enter = async (font: FontFamily, width: number): Promise<Page> => {
  const { page } = await journey.site.visitor({ font, viewport: { width, height: HEIGHT } });
  return page;
};

/** Delays the heading font until the returned function is called. */
const holdFonts = async (page: Page): Promise<() => void> => {
  let release = () => {};
  const isTime = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/fonts/*', async (route) => {
    await isTime;
    await route.continue();
  });
  return release;
};

const isInItsFont = (page: Page) =>
  page.waitForFunction(() => document.fonts.check('650 20px "Bricolage Grotesque"'));

/** Paints and layout shifts are reported some frames later. */
const someFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  });

/** Text and height, in units of 8 px, of the headings in the window. */
const headings = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2')]
      .filter((heading) => heading.getBoundingClientRect().top < innerHeight)
      .map(({ textContent, offsetHeight }) => [textContent, Math.round(offsetHeight / 8)]),
  );

const headingsAtWidths = async (page: Page) => {
  const all = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    all.push(await headings(page));
  }
  return all;
};

describe.each(fontFamilies)('where the system has %s', (font) => {
  test.each(PATHS)(
    'the headings of %s keep their line breaks when their font loads',
    async (path) => {
      const page = await enter(font, 1440);
      await page.route('**/fonts/*', () => {});
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('h1').waitFor();
      const before = await headingsAtWidths(page);
      await page.unroute('**/fonts/*');
      await page.goto('about:blank');
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      await isInItsFont(page);
      expect(await headingsAtWidths(page)).toEqual(before);
    },
  );

  test.each(PATHS)('%s does not shift when its font loads late', async (path) => {
    for (const width of WIDTHS) {
      const page = await enter(font, width);
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as never as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const release = await holdFonts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('h1').waitFor();
      await someFrames(page);
      release();
      await isInItsFont(page);
      await someFrames(page);
      const shift = await page.evaluate(() =>
        (globalThis as never as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
      );
      expect(shift, `${width} px`).toBeLessThan(0.005);
      await page.close();
    }
  });

  test('the heading of the campaign, its largest paint, is not repainted larger when the script takes over', async () => {
    const page = await enter(font, 412);
    const release = await holdFonts(page);
    let go = () => {};
    const told = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await told;
      await route.continue();
    });
    await page.addInitScript(() => {
      const paints: string[] = [];
      Object.assign(globalThis, { paints });
      new PerformanceObserver((list) => {
        for (const { element } of list.getEntries() as never as { element: Element }[])
          paints.push(element.localName);
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.goto('/#/campaign', { waitUntil: 'commit' });
    const paints = () =>
      page.evaluate(() => (globalThis as never as { paints: string[] }).paints.join());
    await expect.poll(paints).toBe('h1');
    release();
    await isInItsFont(page);
    go();
    await page.waitForFunction(() => globalThis.earlyInput === undefined);
    await someFrames(page);
    expect(await paints()).toBe('h1');
  });
});
