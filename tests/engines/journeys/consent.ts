import { expect, test } from 'vitest';
import type { TagServer } from '#tests/support/browser/tag-server.ts';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import type { Tab } from '#tests/support/engines/engine.ts';
import { expectHeading, expectText } from '#tests/support/engines/expect-page.ts';
import { consentContent as words } from '#web/content/consent.ts';

const HEADING = 'Start free. Pay when you hire more.';

/** Runs in a page. */
const isMounted = (): boolean => globalThis.earlyInput === undefined;
const hasTag = (): boolean => document.querySelector('script[src*="gtm.js"]') !== null;

const open = async (tab: Tab): Promise<void> => {
  await tab.open('/pricing');
  await expectHeading(tab, HEADING);
  await expect.poll(() => tab.evaluate(isMounted)).toBe(true);
};

const isAsked = (tab: Tab): Promise<boolean> =>
  tab.evaluate((name) => {
    const bar = document.querySelector(`section[aria-label="${name}"]`);
    return bar?.checkVisibility() ?? false;
  }, words.label);

/** The requests of each step of a visit, at the host of a tag manager. */
export const consentJourneys = (journey: CoreJourney, tagServer: () => TagServer): void => {
  /** The requests for the script, the calls and the pixels since the last look. */
  const requests = (): string[] => tagServer().requests.splice(0);
  const loads = [/^\/collect$/, /^\/gtm\.js/, /^\/pixel\.gif$/].map((path) =>
    expect.stringMatching(path),
  );
  const expectLoads = async (): Promise<void> => {
    await expect.poll(() => tagServer().requests.toSorted()).toEqual(loads);
    requests();
  };

  test('a first visit and a decline request nothing of the tag manager, an acceptance loads it, a withdrawal ends it', async () => {
    const { tab } = journey;
    // What the tag tries beside its own host.
    journey.expectConsole(/elsewhere\.example|Content[- ]Security[- ]Policy/i);
    requests();
    const { connections } = tagServer();

    await open(tab);
    expect(await isAsked(tab)).toBe(true);
    await tab.click(words.decline);
    await expectText(tab, words.chosen.declined);
    await open(tab);
    expect(await isAsked(tab)).toBe(false);
    expect([requests(), tagServer().connections]).toEqual([[], connections]);

    await tab.click(words.settings);
    await tab.click(words.accept);
    await expectLoads();
    await open(tab);
    await expectLoads();
    expect(await isAsked(tab)).toBe(false);

    await tab.click(words.settings);
    await expectText(tab, words.chosen.accepted);
    await tab.click(words.decline);
    // The page is loaded again.
    await expect.poll(() => tab.evaluate(hasTag)).toBe(false);
    await expectHeading(tab, HEADING);
    await expect.poll(() => tab.evaluate(isMounted)).toBe(true);
    expect(await isAsked(tab)).toBe(false);
    expect(await tab.evaluate(() => document.cookie)).not.toContain('_ga');
    // Not opened, for which the driver waits: it never learns of the requests that the page itself ended.
    await tab.reload();
    await expectHeading(tab, HEADING);
    await expect.poll(() => tab.evaluate(isMounted)).toBe(true);
    expect(requests()).toEqual([]);
  });
};
