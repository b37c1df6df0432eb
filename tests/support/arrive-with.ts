import type { Page } from 'playwright-core';

/**
 * Opens a page of the site anew as a link with navigation state does, from the page of thanks: a
 * visitor who is on the site already stays in the same document.
 */
export const arriveWith = async (page: Page, path: string, state: unknown): Promise<void> => {
  await page.goto('/#/thankyou');
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
  await page.evaluate(
    ([to, carried]) => {
      history.pushState(carried, '', `#${to}`);
      dispatchEvent(new HashChangeEvent('hashchange'));
    },
    [path, state] as const,
  );
};
