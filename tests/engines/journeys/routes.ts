import { expect, test } from 'vitest';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import { routes } from '#web/routing/routes.tsx';

/** Without an address to reset, the page asks for one. */
const REDIRECTS: Record<string, string> = { '/resetPassword': '/forgotPassword' };

/** Every route, loaded as a new document. */
export const routeJourneys = (journey: CoreJourney): void => {
  test('every route shows its page', async ({ task }) => {
    const { tab, profile } = journey;
    task.meta.figures = { version: profile.version };
    for (const path of Object.keys(routes)) {
      await tab.open(`/#${path}`);
      const shown = REDIRECTS[path] ?? path;
      await expect.poll(() => tab.evaluate(() => document.title)).toBe(routes[shown]?.title);
      await expect
        .poll(() => tab.evaluate(() => document.querySelectorAll('main h1').length))
        .toBe(1);
    }
  });
};
