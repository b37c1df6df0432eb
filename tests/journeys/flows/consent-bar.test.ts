import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import * as storageKeys from '#contract/storage-keys.ts';
import { auditPage } from '#tests/support/browser/axe.ts';
import { bar, press, setUpConsent } from '#tests/support/browser/set-up-consent.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { describeConditions, FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { storageFailures } from '#tests/support/faults/forbid-storage.ts';
import { expectReadable } from '#tests/support/readability/expect-readable.ts';
import { consentContent as words } from '#web/content/consent.ts';
import { CONSENT_VERSION } from '#web/platform/consent.ts';

const journey = setUpConsent('consent-bar');
const { arrive, scripts, tagIsLoaded } = journey;

describe('the keyboard', () => {
  test('reaches the bar first, and stays on its answer', async () => {
    const { page } = await arrive();
    for (const name of [words.policy.label, words.accept, words.decline]) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    }
    await page.keyboard.press('Enter');
    await page.getByText(words.how).waitFor();
    await expect
      .poll(() => bar(page).evaluate((node) => node === document.activeElement))
      .toBe(true);
    const spoken = await bar(page).evaluate((node) =>
      node
        .getAttribute('aria-describedby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    );
    expect(spoken).toEqual([`${words.chosen.declined} ${words.how}`]);
  });

  test('opens the bar in the footer, is led to it, and back after the choice', async () => {
    const { page } = await arrive();
    await page.setViewportSize({ width: 320, height: 640 });
    await press(page, words.decline);
    const settings = page.getByRole('button', { name: words.settings });
    await settings.focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => bar(page).evaluate((node) => node === document.activeElement))
      .toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const height = async () => (await bar(page).boundingBox())?.height;
    const asked = await height();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => settings.evaluate((node) => node === document.activeElement))
      .toBe(true);
    expect(await height()).toBe(asked);
    expect(journey.tag.requests).toEqual([]);
  });

  test('closes the reopened bar by Escape, which leaves the choice and goes back to the footer', async () => {
    const { page } = await arrive();
    const isFocused = (locator: Locator) =>
      expect.poll(() => locator.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: words.accept }).focus();
    await page.keyboard.press('Escape');
    await isFocused(page.getByRole('button', { name: words.accept }));
    await press(page, words.decline);
    await page.getByText(words.how).waitFor();
    const kept = () => page.evaluate((key) => localStorage.getItem(key), storageKeys.consent);
    const before = await kept();
    const settings = page.getByRole('button', { name: words.settings });
    await settings.focus();
    await page.keyboard.press('Enter');
    await isFocused(bar(page));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'hidden' });
    await isFocused(settings);
    await page.keyboard.press('Enter');
    await isFocused(bar(page));
    await settings.press('Enter');
    await bar(page).waitFor({ state: 'hidden' });
    await isFocused(settings);
    expect([await kept(), journey.tag.requests]).toEqual([before, []]);
  });
});

describe('the choice', () => {
  const withSignal = ({ page }: Visitor) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
    });

  const withKept = (kept: unknown) => async (visitor: Visitor) => {
    await visitor.page.goto('/robots.txt');
    await visitor.page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      storageKeys.consent,
      typeof kept === 'string' ? kept : JSON.stringify(kept),
    ] as const);
  };

  test('of a browser with Global Privacy Control is to decline, unless its user accepts', async () => {
    const { page } = await arrive('/pricing', withSignal);
    expect(await bar(page).isVisible()).toBe(false);
    await press(page, words.settings);
    await bar(page).getByText(words.chosen.declined).waitFor();
    expect(journey.tag.requests).toEqual([]);
    await press(page, words.accept);
    await tagIsLoaded();
    await page.reload();
    await tagIsLoaded(2);
  });

  test('to accept ends with a signal that comes later', async () => {
    const { page } = await arrive('/pricing', async (visitor) => {
      await withKept({ version: CONSENT_VERSION, choice: 'accepted', hasSignal: false })(visitor);
      await withSignal(visitor);
    });
    expect(await bar(page).isVisible()).toBe(false);
    expect(journey.tag.requests).toEqual([]);
  });

  testConditions(
    [
      { version: CONSENT_VERSION - 1, choice: 'accepted', hasSignal: false },
      { version: CONSENT_VERSION - 1, choice: 'declined', hasSignal: false },
      { version: CONSENT_VERSION, choice: 'perhaps', hasSignal: false },
      'not JSON',
      'null',
    ],
    (kept) =>
      `that was kept under another text or is broken is asked anew: ${JSON.stringify(kept)}`,
    async (kept) => {
      const { page } = await arrive('/pricing', withKept(kept));
      await bar(page).waitFor();
      expect(journey.tag.requests).toEqual([]);
    },
  );

  testConditions(
    Object.entries(storageFailures),
    ([name]) => `holds for the page where storage is ${name}, and each page asks`,
    async ([, fail]) => {
      const { page } = await arrive('/pricing', (visitor) => visitor.page.addInitScript(fail));
      await bar(page).waitFor();
      await press(page, words.accept);
      await tagIsLoaded();
      await page.reload();
      await waitUntilMounted(page);
      await bar(page).waitFor();
      expect(scripts().length).toBe(1);
    },
  );
});

describeConditions(
  ['light', 'dark'] as const,
  (colorScheme) => `in ${colorScheme}`,
  (colorScheme) => {
    test('the bar can be read and operated under every reading condition', FURTHER, async () => {
      const { page } = await journey.site.visitor({ colorScheme, reducedMotion: 'reduce' });
      await page.goto('/#/thankyou');
      await bar(page).waitFor();
      await waitUntilMounted(page);
      await expectReadable(page);
      expect(await auditPage(page)).toEqual([]);
      await press(page, words.decline);
      await page.getByText(words.how).waitFor();
      await expectReadable(page);
      expect(await auditPage(page)).toEqual([]);
      await press(page, words.settings);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await auditPage(page)).toEqual([]);
    });

    test('both answers have the same weight', async () => {
      const { page } = await journey.site.visitor({ colorScheme });
      await page.goto('/pricing');
      const looks = await Promise.all(
        [words.accept, words.decline].map((name) =>
          page.getByRole('button', { name, exact: true }).evaluate((node) => {
            const { width, height } = node.getBoundingClientRect();
            const { backgroundColor, borderColor, color, font } = getComputedStyle(node);
            return { width, height, backgroundColor, borderColor, color, font };
          }),
        ),
      );
      expect(looks[0]).toEqual(looks[1]);
    });
  },
);

test(
  'a chart that did not come is loaded by a press, with the page if the engine keeps the failure',
  FURTHER,
  async () => {
    let requests = 0;
    const { page } = await arrive('/pricing', async (visitor) => {
      visitor.expectConsole(/ERR_FAILED/);
      await visitor.page.route('**/assets/consent-*.js', (route) => {
        requests += 1;
        return requests === 1 ? route.abort() : route.continue();
      });
    });
    await expect.poll(() => requests).toBe(1);
    await press(page, words.decline);
    await expect.poll(() => requests).toBe(2);
    await expect
      .poll(async () => {
        if (!(await page.getByText(words.how).isVisible())) await press(page, words.decline);
        return page.getByText(words.how).isVisible();
      })
      .toBe(true);
  },
);
