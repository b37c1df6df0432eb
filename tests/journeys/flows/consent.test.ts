import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cookieNames } from '#contract/cookies.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { fillDemoForm } from '#tests/support/browser/forms/demo-form.ts';
import { newAddress } from '#tests/support/browser/forms/sign-up-form.ts';
import { bar, press, SCRIPT, setUpConsent } from '#tests/support/browser/set-up-consent.ts';
import { BLOCKED } from '#tests/support/browser/tag-server.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { withSecondTab } from '#tests/support/browser/with-second-tab.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { consentContent as words } from '#web/content/consent.ts';

const journey = setUpConsent('consent');
const { arrive, scripts, tagIsLoaded } = journey;

const DENIED = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};
const GRANTED = Object.fromEntries(Object.keys(DENIED).map((purpose) => [purpose, 'granted']));

/** The queue of the tag manager: a command as its parts, an event as it is. */
const queue = (page: Page) =>
  page.evaluate(() =>
    window.dataLayer?.map((entry) =>
      String(entry) === '[object Arguments]' ? Object.values(entry) : { ...entry },
    ),
  );

describe('a first visit', () => {
  testConditions(
    ['/', '/pricing', '/#/login'],
    (address) =>
      `of ${address} opens no connection to the tag manager, also after a decline and later`,
    async (address) => {
      const before = journey.tag.connections;
      const { page } = await arrive(address);
      await bar(page).waitFor();
      expect(await queue(page)).toEqual([['consent', 'default', DENIED]]);
      // Not even a hint, which a browser may follow or not.
      expect(await page.content()).not.toContain(new URL(journey.tag.url).host);
      await press(page, words.decline);
      await page.getByText(words.chosen.declined).waitFor();
      await page.reload();
      await waitUntilMounted(page);
      expect(await bar(page).isVisible()).toBe(false);
      await page.goto('/about');
      await waitUntilMounted(page);
      expect(await bar(page).isVisible()).toBe(false);
      expect([journey.tag.connections - before, journey.tag.requests]).toEqual([0, []]);
    },
  );

  testConditions(
    [390, 1440],
    (width) => `has a bar that covers nothing and moves nothing at ${width} px`,
    async (width) => {
      const { page } = await journey.site.visitor({ viewport: { width, height: 844 } });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as never as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto('/');
      await bar(page).waitFor();
      await waitUntilMounted(page);
      const place = async () => {
        const [asks, header] = [await bar(page).boundingBox(), page.getByRole('banner')];
        return { bar: asks, headerTop: (await header.boundingBox())?.y };
      };
      const first = await place();
      expect(first.headerTop).toBe(first.bar?.height);
      await press(page, words.decline);
      await page.getByText(words.how).waitFor();
      expect(await place()).toEqual(first);
      expect(
        await page.evaluate(() => (globalThis as never as { shifts: number[] }).shifts),
      ).toEqual([]);
    },
  );

  test('has a bar before any script of the app, and a press on it counts', async () => {
    let go = () => {};
    const told = new Promise<void>((resolve) => {
      go = resolve;
    });
    const visitor = await journey.site.visitor();
    const { page } = visitor;
    visitor.expectConsole(BLOCKED);
    await page.route('**/assets/*.js', async (route) => {
      await told;
      await route.continue();
    });
    await page.goto('/pricing', { waitUntil: 'commit' });
    await press(page, words.accept);
    expect(journey.tag.requests).toEqual([]);
    go();
    await tagIsLoaded();
    await page.getByText(words.chosen.accepted).waitFor();
  });

  test('asks nobody without script, and on no paper', async () => {
    const { page } = await journey.site.visitor({ javaScriptEnabled: false });
    await page.goto('/pricing');
    for (const name of [words.accept, words.decline, words.settings])
      expect(await page.getByRole('button', { name }).isVisible()).toBe(false);
    const reader = await arrive();
    await bar(reader.page).waitFor();
    await reader.page.emulateMedia({ media: 'print' });
    expect(await bar(reader.page).isVisible()).toBe(false);
  });

  test('ends with the choice of another tab', async () => {
    const visitor = await arrive();
    await withSecondTab(visitor, async ({ page }) => {
      await page.goto('/about');
      await waitUntilMounted(page);
      await press(page, words.decline);
      await page.getByText(words.chosen.declined).waitFor();
    });
    await visitor.page.getByText(words.chosen.declined).waitFor();
    expect(journey.tag.requests).toEqual([]);
  });
});

describe('after an acceptance', () => {
  test('the tag manager is loaded once for each document, with the consent before it', async () => {
    const { page } = await arrive();
    await press(page, words.accept);
    await tagIsLoaded();
    expect(await queue(page)).toEqual([
      ['consent', 'default', DENIED],
      ['consent', 'update', GRANTED],
      { 'gtm.start': expect.any(Number), event: 'gtm.js' },
    ]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click();
    await page.waitForURL('**/#/about');
    expect(await bar(page).isVisible()).toBe(false);
    expect(scripts().length).toBe(1);
    await page.reload();
    await tagIsLoaded(2);
    expect(await bar(page).isVisible()).toBe(false);
  });

  test('it may call its own origin, and no other', async () => {
    const visitor = await journey.site.visitor();
    const { page } = visitor;
    visitor.expectConsole(BLOCKED);
    await page.addInitScript(() => {
      const blocked: string[] = [];
      Object.assign(globalThis, { blocked });
      addEventListener('securitypolicyviolation', ({ blockedURI }) => blocked.push(blockedURI));
    });
    await page.goto('/pricing');
    await press(page, words.accept);
    await expect
      .poll(() => journey.tag.requests.toSorted())
      .toEqual(['/collect', SCRIPT, '/pixel.gif'].toSorted());
    await expect
      .poll(() => page.evaluate(() => (globalThis as never as { blocked: string[] }).blocked))
      .toEqual(['https://elsewhere.example/pixel.gif']);
  });

  test('a withdrawal loads every tab again without it, and removes its cookies only', async () => {
    const visitor = await arrive();
    const { page } = visitor;
    await press(page, words.accept);
    await tagIsLoaded();
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as another site of the domain does.
      document.cookie = 'other=1; path=/';
    });
    // A document that is fetched ahead may set the XSRF cookie.
    const cookies = async () =>
      (await page.evaluate(() => document.cookie))
        .split('; ')
        .filter((pair) => !pair.startsWith(cookieNames.xsrf))
        .sort();
    await expect.poll(cookies).toContain('_ga=GA1.1');
    const before = await cookies();
    await withSecondTab(visitor, async ({ page: tab }) => {
      await tab.goto('/about');
      await tagIsLoaded(2);
      await press(tab, words.settings);
      await tab.getByText(words.chosen.accepted).waitFor();
      const reloads = [tab, page].map((one) => one.waitForEvent('load'));
      await press(tab, words.decline);
      await Promise.all(reloads);
      for (const one of [tab, page]) {
        await waitUntilMounted(one);
        expect(await bar(one).isVisible()).toBe(false);
        expect(await one.locator('script[src*="gtm.js"]').count()).toBe(0);
      }
    });
    expect(scripts().length).toBe(2);
    expect(await cookies()).toEqual(before.filter((pair) => pair !== '_ga=GA1.1'));
  });

  test('a form keeps what is typed until the visitor leaves its page, which is then loaded again', async () => {
    const { page, ...visitor } = await arrive('/#/login');
    await press(page, words.accept);
    await tagIsLoaded();
    await page.getByLabel('Password').first().fill('quiet lantern river');
    await withSecondTab({ page, ...visitor }, async ({ page: tab }) => {
      await tab.goto('/about');
      await press(tab, words.settings);
      const reload = tab.waitForEvent('load');
      await press(tab, words.decline);
      await reload;
    });
    await expect
      .poll(async () => JSON.stringify((await queue(page))?.at(-1)))
      .toContain('"ad_storage":"denied"');
    expect(await page.getByLabel('Password').first().inputValue()).toBe('quiet lantern river');
    const reload = page.waitForEvent('load');
    await page.goto('/#/about');
    await reload;
    await waitUntilMounted(page);
    expect(await page.locator('script[src*="gtm.js"]').count()).toBe(0);
  });

  test('a page that Back brings out of the cache follows a withdrawal', FURTHER, async () => {
    const { page } = await arrive();
    await press(page, words.accept);
    await tagIsLoaded();
    await page.evaluate((key) => {
      const kept = localStorage.getItem(key) ?? '';
      localStorage.setItem(key, kept.replace('accepted', 'declined'));
    }, storageKeys.consent);
    const reload = page.waitForEvent('load');
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await reload;
    await waitUntilMounted(page);
    expect(scripts().length).toBe(1);
  });
});

test('the event of a demo request stays as it is, whatever was chosen', async () => {
  const { page, ...visitor } = await arrive('/#/demo');
  await press(page, words.decline);
  await fillDemoForm({ page, ...visitor }, newAddress());
  await press(page, 'Request a demo');
  await page.waitForURL('**/#/thankyou');
  expect((await queue(page))?.at(-1)).toEqual({ event: 'thank you page' });
  expect(journey.tag.requests).toEqual([]);
});
