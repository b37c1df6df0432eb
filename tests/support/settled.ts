import type { Page } from 'playwright-core';

/** Until nothing on a page is under way any more. */
export const settled = ({ page }: { page: Page }): Promise<void> =>
  page.locator('main button[aria-busy]').waitFor({ state: 'detached' });
