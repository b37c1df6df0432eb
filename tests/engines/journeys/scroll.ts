import { expect, test } from 'vitest';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import type { Tab } from '#tests/support/engines/engine.ts';
import { expectHeading } from '#tests/support/engines/expect-page.ts';

const FAR_PX = 3000;
const ABOUT = 'Good people get missed. We find them.';

const pages = [
  ['/', 'Find the few who shine'],
  ['/#/campaign', 'Hire 87% faster. Interview more of the people who apply.'],
  ['/#/terms', 'Terms of Use'],
] as const;

const top = (tab: Tab) => tab.evaluate(() => Math.round(scrollY));

/** Waits for a page whose script has run, including its first effects. */
const expectMounted = async (tab: Tab, heading: string): Promise<void> => {
  await expectHeading(tab, heading);
  await expect.poll(() => tab.evaluate(() => globalThis.earlyInput === undefined)).toBe(true);
};

const scrollTo = async (tab: Tab, far: number): Promise<void> => {
  // A key press makes the home page lay out all of its content.
  await tab.press('Tab');
  await tab.evaluate((y) => window.scrollTo({ top: Number(y), behavior: 'instant' }), String(far));
  expect(await top(tab)).toBe(far);
};

/** Opens a page, scrolls down and follows the link to another page, which begins at its top. */
const leaveFar = async (tab: Tab, path: string, heading: string): Promise<void> => {
  await tab.open(path);
  await expectMounted(tab, heading);
  await scrollTo(tab, FAR_PX);
  await tab.evaluate(() => document.querySelector<HTMLElement>('a[href="/about"]')?.click());
  await expectHeading(tab, ABOUT);
  expect(await top(tab)).toBe(0);
};

const goBack = (tab: Tab) => tab.evaluate(() => history.back());
const goForward = (tab: Tab) => tab.evaluate(() => history.forward());

/** Scroll positions after Back and Forward. */
export const scrollJourneys = (journey: CoreJourney): void => {
  test.each(pages)('Back and Forward restore the scroll position of %s', async (path, heading) => {
    const { tab } = journey;
    await leaveFar(tab, path, heading);
    await scrollTo(tab, 200);
    for (let round = 0; round < 2; round += 1) {
      await goBack(tab);
      await expectHeading(tab, heading);
      await expect.poll(() => top(tab)).toBe(FAR_PX);
      await goForward(tab);
      await expectHeading(tab, ABOUT);
      await expect.poll(() => top(tab)).toBe(200);
    }
  });

  test.each(pages)(
    'a reload of %s after Back begins at its top, and Forward and Back still restore',
    async (path, heading) => {
      const { tab } = journey;
      await leaveFar(tab, path, heading);
      await scrollTo(tab, 200);
      await tab.reload();
      await expectMounted(tab, ABOUT);
      await goBack(tab);
      await expectHeading(tab, heading);
      await expect.poll(() => top(tab)).toBe(FAR_PX);
      await tab.reload();
      await expectMounted(tab, heading);
      expect(await top(tab)).toBe(0);
      await scrollTo(tab, 1000);
      await goForward(tab);
      await expectHeading(tab, ABOUT);
      await goBack(tab);
      await expectHeading(tab, heading);
      await expect.poll(() => top(tab)).toBe(1000);
    },
  );

  test.each(pages)(
    'Back from another document restores the scroll position of %s',
    async (path, heading) => {
      const { tab } = journey;
      await tab.open(path);
      await expectMounted(tab, heading);
      await scrollTo(tab, FAR_PX);
      await tab.evaluate(() => location.assign('/healthz'));
      await expect.poll(() => tab.evaluate(() => location.pathname)).toBe('/healthz');
      await goBack(tab);
      await expectMounted(tab, heading);
      await expect.poll(() => top(tab)).toBe(FAR_PX);
    },
  );
};
