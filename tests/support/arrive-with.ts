import type { Page } from 'playwright-core';

/** Opens a page of the site as a link with navigation state does. */
export const arriveWith = async (page: Page, path: string, state: unknown): Promise<void> => {
  await page.goto('/#/thankyou');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(
    ([to, carried]) => {
      history.pushState(carried, '', `#${to}`);
      dispatchEvent(new HashChangeEvent('hashchange'));
    },
    [path, state] as const,
  );
};
