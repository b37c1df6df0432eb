import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Waits until every section is rendered, including those with deferred layout: axe needs positions.
 */
export const waitUntilLaidOut = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main section')].every(
      (section) => getComputedStyle(section).contentVisibility === 'visible',
    ),
  );
};

/**
 * The accessibility violations that axe reports for the current page, and horizontal overflow if
 * any.
 */
export const auditPage = async (page: Page): Promise<string[]> => {
  await waitUntilLaidOut(page);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  );
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
  ];
};
