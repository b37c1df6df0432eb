import type { Page } from 'playwright-core';

const MARGIN_MS = 500;

/**
 * Runs a function while the installed clock of a page stands still, so that no pause of a chart ends
 * because pictures take long. The clock can only stop in the future.
 */
export const whilePaused = async (page: Page, run: () => Promise<void>): Promise<void> => {
  const pause = async (marginMs: number): Promise<void> => {
    const now = await page.evaluate(() => Date.now());
    // On a busy machine the time has passed when the call arrives.
    await page.clock.pauseAt(now + marginMs).catch(() => pause(2 * marginMs));
  };
  await pause(MARGIN_MS);
  await run();
  await page.clock.resume();
};
