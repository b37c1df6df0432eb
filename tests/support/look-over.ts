import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Has all of the page laid out, what is left for idle moments included: axe asks where things are. */
const waitUntilLaidOut = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main section')].every(
      (section) => getComputedStyle(section).contentVisibility === 'visible',
    ),
  );
};

/** What axe finds on a page as it is now, and whether it is wider than its window. */
export const lookOver = async (page: Page): Promise<string[]> => {
  await waitUntilLaidOut(page);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(),
  );
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
  ];
};
