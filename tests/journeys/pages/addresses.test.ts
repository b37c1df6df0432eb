import { describe, expect, test } from 'vitest';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { routes } from '#web/routing/routes.tsx';

/** Without an address to reset, the page asks for one. */
const REDIRECTS: Record<string, string> = { '/resetPassword': '/forgotPassword' };

const journey = setUpSite();

/** Opens an address. The heading of its HTML is marked, which a page that is rendered anew has not. */
const open = async (address: string): Promise<Visitor> => {
  const visitor = await journey.site.visitor({ reducedMotion: 'reduce' });
  const { page } = visitor;
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(document.querySelector('h1') ?? {}, { isPrerendered: true });
    });
  });
  await page.goto(address);
  await page.waitForFunction(() => !('earlyInput' in globalThis) || earlyInput === undefined);
  return visitor;
};

const isHydrated = ({ page }: Visitor): Promise<boolean> =>
  page.evaluate(() => Reflect.get(document.querySelector('h1') ?? {}, 'isPrerendered') === true);

const addressOf = ({ page }: Visitor): string => page.url().slice(journey.site.url.length);

describe('the real address of a page', () => {
  test.for(Object.entries(routes))(
    '%s becomes its hash address, and its HTML is hydrated',
    async ([path, { title }]) => {
      const visitor = await open(path);
      const shown = REDIRECTS[path] ?? path;
      await expect.poll(() => addressOf(visitor)).toBe(path === '/' ? '/' : `/#${shown}`);
      expect(await visitor.page.title()).toBe(routes[shown]?.title ?? title);
      expect(await isHydrated(visitor)).toBe(shown === path);
    },
  );
});
