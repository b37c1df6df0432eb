import type { Page } from 'playwright-core';

const MARGIN_MS = 500;

/** Stops the installed clock of a page; it can only stop in the future. */
export const pauseClock = async (page: Page, marginMs = MARGIN_MS): Promise<void> => {
  const now = await page.evaluate(() => Date.now());
  // On a busy machine the time has passed when the call arrives.
  await page.clock.pauseAt(now + marginMs).catch(() => pauseClock(page, 2 * marginMs));
};

/**
 * Runs a function while the installed clock of a page stands still, so that no pause of a chart ends
 * because pictures take long.
 */
export const whilePaused = async (page: Page, run: () => Promise<void>): Promise<void> => {
  await pauseClock(page);
  await run();
  await page.clock.resume();
};
