import type { Page, Route } from 'playwright-core';

/**
 * Handles the next request to a URL; later ones go on to the server. Playwright's `times: 1` instead
 * ends the interception at once, and a request that the page sends at that moment gets no response: on
 * a busy machine about one of 40 did not.
 */
export const routeOnce = (
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => unknown,
): Promise<unknown> => {
  let isHandled = false;
  return page.route(url, async (route) => {
    if (isHandled) return route.fallback();
    isHandled = true;
    await handle(route);
  });
};
