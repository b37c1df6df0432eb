import type { Page } from 'playwright-core';

/**
 * Waits until the app has mounted the page that the document shows. Before, what is pressed is noted or, for a link,
 * followed at once: also a trial of a click, whose events Playwright holds back only later.
 */
export const waitUntilMounted = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => globalThis.stopCapture && globalThis.earlyInput === undefined);
};
