import { expect, test } from 'vitest';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import type { Tab } from '#tests/support/engines/engine.ts';
import { expectHeading } from '#tests/support/engines/expect-page.ts';
import { routes } from '#web/routing/routes.tsx';

/** Without an address to reset, the page asks for one. */
const REDIRECTS: Record<string, string> = { '/resetPassword': '/forgotPassword' };

/** For a walk over all routes: beside two other engines on two cores, WebKit took over two minutes. */
const WALK = { timeout: 6 * 60_000 };

/** A page that has not started its app can't complain. */
const untilMounted = (tab: Tab) =>
  expect.poll(() => tab.evaluate(() => globalThis.earlyInput === undefined)).toBe(true);

/** Every route at both of its addresses, loaded as a new document, and links while the app starts. */
export const routeJourneys = (journey: CoreJourney): void => {
  test('every route shows its page', WALK, async ({ task }) => {
    const { tab, profile } = journey;
    task.meta.figures = { version: profile.version };
    for (const path of Object.keys(routes)) {
      await tab.open(`/#${path}`);
      const shown = REDIRECTS[path] ?? path;
      await expect.poll(() => tab.evaluate(() => document.title)).toBe(routes[shown]?.title);
      await expect
        .poll(() => tab.evaluate(() => document.querySelectorAll('main h1').length))
        .toBe(1);
      await untilMounted(tab);
    }
  });
  test(
    'the real address of every route shows its page, and becomes its hash address',
    WALK,
    async () => {
      const { tab } = journey;
      for (const path of Object.keys(routes)) {
        await tab.open(path);
        const shown = REDIRECTS[path] ?? path;
        await expect.poll(() => tab.evaluate(() => document.title)).toBe(routes[shown]?.title);
        await expect
          .poll(() => tab.evaluate(() => location.href.slice(location.origin.length)))
          .toBe(shown === '/' ? '/' : `/#${shown}`);
        await expect
          .poll(() => tab.evaluate(() => document.querySelectorAll('main h1').length))
          .toBe(1);
        await untilMounted(tab);
      }
    },
  );
  // Repeated, because each press meets the start of the app at another moment.
  test('a link at the end of home that is pressed as soon as home has loaded opens its page', {
    repeats: 4,
  }, async () => {
    const { tab } = journey;
    await tab.open('/');
    await tab.click('Privacy');
    await expectHeading(tab, 'Privacy Policy');
    expect(await tab.evaluate(() => scrollY)).toBe(0);
  });
};
