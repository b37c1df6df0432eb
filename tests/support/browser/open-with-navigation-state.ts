import type { Page } from 'playwright-core';

/** Opens a page within the same document, as a link with navigation state does. */
export const openWithNavigationState = async (
  page: Page,
  path: string,
  state: unknown,
): Promise<void> => {
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
