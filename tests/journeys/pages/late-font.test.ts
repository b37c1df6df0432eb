import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { type FontFamily, fontFamilies } from '#tests/support/browser/test-fonts.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { describeConditions, testConditions } from '#tests/support/each-condition.ts';

const PATHS = ['/', '/#/login', '/#/checkout', '/#/demo', '/campaign'];
const WIDTHS = [360, 390, 412, 1280, 1440];
const HEIGHT = 844;

const journey = setUpSite();

const enter = async (font: FontFamily, width: number): Promise<Page> => {
  const { page } = await journey.site.visitor({ font, viewport: { width, height: HEIGHT } });
  return page;
};

/** Delays the heading font of each navigation until the function that it returns is called. */
const holdFonts = async (page: Page): Promise<() => () => void> => {
  let isTime = Promise.resolve();
  await page.route('**/fonts/*', async (route) => {
    await isTime;
    await route.continue();
  });
  return () => {
    let release = () => {};
    isTime = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
};

/** Collects the sizes of layout shifts, and the elements of the largest paints. */
const observe = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    const paints: string[] = [];
    Object.assign(globalThis, { shifts, paints });
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as never as { value: number }[]) shifts.push(value);
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const { element } of list.getEntries() as never as { element: Element }[])
        paints.push(element.localName);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

const hasFont = (page: Page) =>
  page.evaluate(() => document.fonts.check('650 20px "Bricolage Grotesque"'));

const waitForFont = (page: Page) => expect.poll(() => hasFont(page)).toBe(true);

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

const sumOfShifts = (page: Page) =>
  page.evaluate(() =>
    (globalThis as never as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  );

describeConditions(
  fontFamilies,
  (font) => `where the system has ${font}`,
  (font) => {
    testConditions(
      PATHS,
      (path) => `${path} keeps its line breaks and its place when its font loads late`,
      async (path) => {
        const page = await enter(font, 1440);
        await observe(page);
        const holdNext = await holdFonts(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          const release = holdNext();
          await page.goto(path, { waitUntil: 'commit' });
          await page.locator('h1').waitFor();
          await someFrames(page);
          expect(await hasFont(page)).toBe(false);
          const before = await headings(page);
          release();
          await waitForFont(page);
          await someFrames(page);
          expect(await headings(page), `${width} px`).toEqual(before);
          expect(await sumOfShifts(page), `${width} px`).toBeLessThan(0.005);
          // Another hash alone would not load the next page anew.
          await page.goto('about:blank');
        }
      },
    );

    test('the heading of the campaign, its largest paint, is not repainted larger when the script takes over', async () => {
      const page = await enter(font, 412);
      const release = (await holdFonts(page))();
      let go = () => {};
      const told = new Promise<void>((resolve) => {
        go = resolve;
      });
      await page.route('**/assets/*.js', async (route) => {
        await told;
        await route.continue();
      });
      await observe(page);
      await page.goto('/campaign', { waitUntil: 'commit' });
      const paints = () =>
        page.evaluate(() => (globalThis as never as { paints: string[] }).paints.join());
      await expect.poll(paints).toBe('h1');
      release();
      await waitForFont(page);
      go();
      await waitUntilMounted(page);
      await someFrames(page);
      expect(await paints()).toBe('h1');
    });
  },
);
