import type { Page } from 'playwright-core';

/** Waits until no button of the page is busy. */
export const waitUntilNotBusy = ({ page }: { page: Page }): Promise<void> =>
  page.locator('main button[aria-busy]').waitFor({ state: 'detached' });
