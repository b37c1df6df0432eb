import { describe, expect, test } from 'vitest';
import { siteAddress } from '#contract/brand.ts';
import {
  waitForFocusedHeading,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { routes } from '#web/routing/routes.tsx';

/** Without an address to reset, the page asks for one. */
const REDIRECTS: Record<string, string> = { '/resetPassword': '/forgotPassword' };
const ABOUT = 'Good people get missed. We find them.';
const PRICING = 'Start free. Pay when you hire more.';

const journey = setUpSite();

/** Opens an address. The heading of its HTML is marked, which a page that is rendered anew has not. */
const open = async (address: string): Promise<Visitor> => {
  const visitor = await journey.site.visitor({ reducedMotion: 'reduce' });
  await visitor.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(document.querySelector('h1') ?? {}, { isPrerendered: true });
    });
  });
  await visitor.page.goto(address);
  await waitUntilMounted(visitor.page);
  return visitor;
};

const isHydrated = ({ page }: Visitor): Promise<boolean> =>
  page.evaluate(() => Reflect.get(document.querySelector('h1') ?? {}, 'isPrerendered') === true);

const addressOf = ({ page }: Visitor): string => page.url().slice(journey.site.url.length);

describe('the real address of a page', () => {
  testConditions(
    Object.keys(routes),
    (path) => `${path} becomes its hash address, and its HTML is hydrated`,
    async (path) => {
      const visitor = await open(path);
      const shown = REDIRECTS[path] ?? path;
      await expect.poll(() => addressOf(visitor)).toBe(path === '/' ? '/' : `/#${shown}`);
      await expect.poll(() => visitor.page.title()).toBe(routes[shown]?.title);
      expect(await isHydrated(visitor)).toBe(shown === path);
      expect(await visitor.page.evaluate(() => history.length)).toBe(2);
    },
  );

  testConditions(
    [
      ['/pricing?utm_source=ad&utm_medium=mail', '/?utm_source=ad&utm_medium=mail#/pricing'],
      ['/campaign?section=hire&utm_source=ad', '/?utm_source=ad#/campaign?section=hire'],
      ['/checkout?plan=starter', '/#/checkout?plan=starter'],
      ['/login?email=asha%40acme.example&utm_source=ad', '/?utm_source=ad#/login'],
      ['/?email=asha%40acme.example&utm_source=ad', '/?utm_source=ad'],
      ['/?utm_source=ad&email=asha%40acme.example#/login', '/?utm_source=ad#/login'],
      ['/#/login?email=asha%40acme.example', '/#/login'],
      ['/?section=faq', '/#/?section=faq'],
      ['/%70ricing', '/#/pricing'],
      ['/terms?clause=7.2#clause-7.2', '/#/terms?clause=7.2'],
      ['/pricing#/about', '/#/about'],
      ['/pricing?utm_source=ad#/?section=faq', '/?utm_source=ad#/?section=faq'],
      ['/Pricing/?utm_source=ad', '/?utm_source=ad#/pricing'],
      ['/?utm_source=ad#/Pricing/?section=faq', '/?utm_source=ad#/pricing?section=faq'],
      ['/#/FORGOTPASSWORD', '/#/forgotPassword'],
    ],
    ([from, to]) => `${from} becomes ${to}`,
    async ([from = '', to]) => {
      const visitor = await open(from);
      await expect.poll(() => addressOf(visitor)).toBe(to);
    },
  );

  test('a section in the query does not apply to the next page', async () => {
    const visitor = await open('/?section=faq');
    const banner = visitor.page.getByRole('banner');
    await banner.getByRole('link', { name: 'About us' }).click();
    await waitForHeading(visitor, ABOUT);
    expect(addressOf(visitor)).toBe('/#/about');
    await banner.getByRole('link', { name: /home$/ }).click();
    await waitForHeading(visitor, 'Find the few who shine');
    expect(await visitor.page.evaluate(() => scrollY)).toBe(0);
  });

  test('a page with a section in its query is hydrated, an encoded route and one in capitals show theirs', async () => {
    expect(await isHydrated(await open('/campaign?section=hire'))).toBe(true);
    const visitor = await open('/#/%70ricing');
    await waitForHeading(visitor, PRICING);
    await visitor.page.evaluate(() => location.assign('#/ABOUT'));
    await waitForHeading(visitor, ABOUT);
    expect(addressOf(visitor)).toBe('/#/about');
  });

  test('a plan in the query is the chosen plan, a clause is shown and focused', async () => {
    const chosen = await open('/checkout?plan=starter');
    await chosen.page.getByText('You picked: Starter').waitFor();
    const { page } = await open('/terms?clause=7.2');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('clause-7.2');
  });

  test('the first Tab reaches the skip link, a link the next page without a new document', async () => {
    const visitor = await open('/about');
    const { page } = visitor;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await waitForFocusedHeading(visitor, PRICING);
    expect(addressOf(visitor)).toBe('/#/pricing');
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
    expect(canonical).toBe(`${siteAddress}pricing`);
    await page.goBack();
    await waitForHeading(visitor, ABOUT);
    expect(addressOf(visitor)).toBe('/#/about');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameDocument'))).toBe(true);
  });

  test('home, which its document does not have, opens by a link', async () => {
    const visitor = await open('/pricing');
    await visitor.page.getByRole('link', { name: /home$/ }).click();
    await waitForFocusedHeading(visitor, 'Find the few who shine');
    await visitor.page.getByRole('heading', { name: 'Questions, answered' }).waitFor();
  });

  test('a reload, and Back from another document, show the page again', async () => {
    const visitor = await open('/about');
    const { page } = visitor;
    await page.reload();
    await waitForHeading(visitor, ABOUT);
    await page.goto('/nowhere');
    visitor.expectConsole(/404/);
    await page.goBack();
    await waitForHeading(visitor, ABOUT);
    expect(addressOf(visitor)).toBe('/#/about');
  });

  test('a link that is opened in a new tab has the real address', async () => {
    const { page } = await open('/');
    const opened = page.context().waitForEvent('page');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Terms' })
      .click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    // Not tab.url(), which can miss what a tab has done before Playwright knows it.
    await expect.poll(() => tab.evaluate(() => location.href)).toBe(`${journey.site.url}/#/terms`);
    const loaded = await tab.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);
    expect(loaded).toBe(`${journey.site.url}/terms`);
  });
});

describe('the hash address of a page that home’s document does not have', () => {
  /** Opens an address. The heading of the page that is fetched is marked. */
  const openFetched = async (address: string, prepare?: (visitor: Visitor) => Promise<unknown>) => {
    const visitor = await journey.site.visitor({ reducedMotion: 'reduce' });
    await visitor.page.addInitScript(() => {
      new MutationObserver(() => {
        Object.assign(document.querySelector('#prerendered h1') ?? {}, { isPrerendered: true });
      }).observe(document, { childList: true, subtree: true });
    });
    await prepare?.(visitor);
    await visitor.page.goto(address);
    await waitUntilMounted(visitor.page);
    return visitor;
  };
  /** Answers a request once the condition holds. */
  const hold = ({ page }: Visitor, url: string, until: Promise<unknown>) =>
    page.route(url, async (route) => {
      await until;
      await route.continue();
    });

  testConditions(
    [
      '/#/about',
      '/#/campaign?section=hire',
      '/?utm_source=ad#/pricing',
      '/#/terms?clause=7.2',
      '/#/forgotPassword',
    ],
    (address) => `${address} shows the page of its document before the app is mounted`,
    async (address) => {
      const visitor = await openFetched(address, async ({ page }) => {
        let onShown = () => {};
        const isShown = new Promise<void>((resolve) => {
          onShown = resolve;
        });
        await page.exposeFunction('onShown', () => onShown());
        await page.addInitScript(() => {
          const look = (): void => {
            if (document.querySelector('#prerendered h1')?.checkVisibility())
              Reflect.get(globalThis, 'onShown')();
            else requestAnimationFrame(look);
          };
          look();
        });
        await page.route('**/assets/index-*.js', async (route) => {
          await isShown;
          await route.continue();
        });
      });
      expect(await isHydrated(visitor)).toBe(true);
      expect(addressOf(visitor)).toBe(address);
      expect(await visitor.page.evaluate(() => history.length)).toBe(2);
      expect(await visitor.page.locator('h1').count()).toBe(1);
    },
  );

  testConditions(
    ['/#/login', '/#/nowhere', '/#/otp', '/#/demo/schedule', '/#/constructor', '/'],
    (address) => `${address} fetches no other document`,
    async (address) => {
      const fetched: string[] = [];
      await openFetched(address, async ({ page }) => {
        page.on('request', (request) => {
          // Of the API, the login page asks for the options of a passkey.
          const isDocument = !/^\/v\d\//.test(new URL(request.url()).pathname);
          if (isDocument && request.resourceType() === 'fetch') fetched.push(request.url());
        });
      });
      expect(fetched).toEqual([]);
    },
  );

  test('no email in the address is sent', async () => {
    const sent: string[] = [];
    const visitor = await openFetched('/#/about?email=asha%40acme.example', async ({ page }) => {
      page.on('request', (request) => sent.push(request.url()));
    });
    expect(addressOf(visitor)).toBe('/#/about');
    expect(sent.filter((url) => new URL(url).search !== '')).toEqual([]);
    expect(sent).toContain(`${journey.site.url}/about`);
  });

  test(
    'the app that comes first renders the page, and the document that comes late is not shown',
    FURTHER,
    async () => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const visitor = await openFetched('/#/about', (opened) => hold(opened, '**/about', released));
      await waitForHeading(visitor, ABOUT);
      expect(await isHydrated(visitor)).toBe(false);
      const answered = visitor.page.waitForEvent('requestfinished');
      release();
      await answered;
      await visitor.page.evaluate(() => globalThis.fetchedPage);
      expect(await visitor.page.locator('h1').count()).toBe(1);
      expect(await visitor.page.locator('#prerendered').count()).toBe(0);
    },
  );

  test('the page is shown while the app waits for its chunk', FURTHER, async () => {
    const isShown = (visitor: Visitor) => visitor.page.locator('#prerendered h1').waitFor();
    const visitor = await openFetched('/#/about', (opened) =>
      hold(opened, '**/assets/about-*.js', isShown(opened)),
    );
    expect(await isHydrated(visitor)).toBe(true);
  });

  test('the app renders the page if the document cannot be fetched', FURTHER, async () => {
    const visitor = await journey.site.visitor();
    visitor.expectConsole(/Failed to load resource/);
    await visitor.page.route('**/about', (route) => route.abort());
    await visitor.page.goto('/#/about');
    await waitForHeading(visitor, ABOUT);
  });

  test('a stylesheet that home’s document has already is not added again', async () => {
    const { page } = await openFetched('/#/campaign');
    const sheets = await page
      .locator('style + link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(sheets.length).toBeGreaterThan(3);
    expect(new Set(sheets).size).toBe(sheets.length);
    expect(await page.locator('style').count()).toBe(sheets.length);
  });

  test('a reload, and Back to it from another document, keep the entry and its place', async () => {
    const visitor = await openFetched('/#/terms');
    const { page } = visitor;
    const state = await page.evaluate(() => JSON.stringify(history.state));
    await page.reload();
    await waitUntilMounted(visitor.page);
    await page.evaluate(() => scrollTo(0, 700));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
    await page.goto('/nowhere');
    visitor.expectConsole(/404/);
    await page.goBack();
    await waitUntilMounted(visitor.page);
    expect(addressOf(visitor)).toBe('/#/terms');
    expect(await page.evaluate(() => JSON.stringify(history.state))).toBe(state);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
  });
});

describe('if the script cannot be loaded', FURTHER, () => {
  const openWithoutApp = async (address: string): Promise<Visitor> => {
    const visitor = await journey.site.visitor();
    visitor.expectConsole(/Failed to load resource/);
    await visitor.page.route('**/assets/*.js', (route) => route.abort());
    await visitor.page.goto(address);
    return visitor;
  };

  testConditions(
    ['/', '/about', '/#/about', '/#/login'],
    (path) => `links of ${path} open their pages`,
    async (path) => {
      const visitor = await openWithoutApp(path);
      const { page } = visitor;
      await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
      await waitForHeading(visitor, PRICING);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
      await waitForHeading(visitor, 'Terms of Use');
    },
  );

  test('a reload, Back and Forward show the pages', async () => {
    const visitor = await openWithoutApp('/about');
    const { page } = visitor;
    await page.reload();
    await waitForHeading(visitor, ABOUT);
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await waitForHeading(visitor, PRICING);
    await page.goBack();
    await waitForHeading(visitor, ABOUT);
    await page.goForward();
    await waitForHeading(visitor, PRICING);
  });

  test('a page that the app is to change first is shown as it is', async () => {
    for (const address of ['/checkout?plan=starter', '/#/checkout?plan=starter'])
      await waitForHeading(await openWithoutApp(address), 'Sign up free to try now!');
  });

  test('an unknown route leads to the page that says 404', async () => {
    const visitor = await openWithoutApp('/#/nowhere');
    visitor.expectConsole(/404/);
    await visitor.page.waitForURL('**/nowhere');
    await visitor.page.getByText('404').first().waitFor();
  });

  test('no route in the hash leads to another host', async () => {
    const visitor = await openWithoutApp('/about');
    visitor.expectConsole(/404/);
    await visitor.page.evaluate(() => {
      location.hash = '#@evil.example/x';
    });
    await visitor.page.waitForURL(`${journey.site.url}/@evil.example/x`);
  });

  test('Enter submits no form that needs it', async () => {
    const { page } = await openWithoutApp('/checkout');
    const sent: string[] = [];
    // The scripts are asked for once the page is shown.
    page.on('request', (request) => {
      if (request.isNavigationRequest()) sent.push(request.method());
    });
    await page.getByLabel('Work email').fill('asha@acme.example');
    await page.getByLabel('Work email').press('Enter');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(sent).toEqual([]);
    expect(await page.getByLabel('Work email').inputValue()).toBe('asha@acme.example');
  });
});

describe('without script', () => {
  const context = { javaScriptEnabled: false };

  test('links from home lead to every page for search engines, and none is broken', async () => {
    const { page } = await journey.site.visitor(context);
    const seen = new Set(['/']);
    for (const path of seen) {
      const response = await page.goto(path);
      expect([path, response?.status()]).toEqual([path, 200]);
      const links = await page.locator('a[href^="/"]:not([rel="external"])').evaluateAll((all) =>
        all
          .filter((link) => link instanceof HTMLAnchorElement)
          .map(({ pathname, hash }) => ({
            pathname,
            hash,
            isBroken:
              pathname === location.pathname &&
              hash !== '' &&
              !document.getElementById(hash.slice(1)),
          })),
      );
      for (const { pathname } of links) seen.add(pathname);
      expect([path, links.filter(({ isBroken }) => isBroken)]).toEqual([path, []]);
      expect(await page.locator('a[href^="#"]').count()).toBe(0);
    }
    const unlinked = [
      '/demo/embed',
      '/demo/schedule',
      '/thankyou',
      '/thankyou_campaign',
      '/resetPassword',
    ];
    expect([...seen].sort()).toEqual(
      Object.keys(routes)
        .filter((path) => !unlinked.includes(path))
        .sort(),
    );
  });

  test('a link to a clause shows it', async () => {
    const { page } = await journey.site.visitor({
      ...context,
      viewport: { width: 390, height: 800 },
    });
    await page.goto('/terms?clause=7.2#clause-7.2');
    const box = await page.locator('[id="clause-7.2"]').boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(400);
  });
});
