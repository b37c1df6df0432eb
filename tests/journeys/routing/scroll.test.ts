import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { describeConditions, testConditions } from '#tests/support/each-condition.ts';

const HOME = 'Find the few who shine';
const CAMPAIGN = 'Hire 87% faster. Interview more of the people who apply.';
const PRICING = 'Start free. Pay when you hire more.';
const FAR_PX = 1500;

const journey = setUpJourney({
  context: { viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' },
});

const top = () => journey.page.evaluate(() => Math.round(scrollY));

/** How far below the window's top a section starts. */
const topOf = (id: string) =>
  journey.page.locator(`#${id}`).evaluate((block) => Math.round(block.getBoundingClientRect().top));

/** Waits for a page whose script has run, including its first effects. */
const at = async (heading: string) => {
  await waitForHeading(journey.visitor, heading);
  await waitUntilMounted(journey.page);
};

const open = async (path: string, heading: string) => {
  await journey.page.goto(path);
  await at(heading);
};

/** Scrolls to a position with all of the page laid out. */
const scrollTo = async (far: number) => {
  await journey.page.keyboard.press('Shift');
  await journey.page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), far);
  expect(await top()).toBe(far);
};

const isAtBlock = async (id: string) => {
  await expect.poll(() => topOf(id)).toBeLessThan(200);
  expect(await topOf(id)).toBeGreaterThanOrEqual(0);
};

const pages = [
  ['/', HOME],
  ['/#/campaign', CAMPAIGN],
  ['/#/pricing', PRICING],
  ['/#/terms', 'Terms of Use'],
] as const;

testConditions(
  pages,
  ([path]) => `${path} starts at its top when it is reloaded`,
  async ([path, heading]) => {
    const { page } = journey;
    await open(path, heading);
    await scrollTo(FAR_PX);
    await page.reload();
    await at(heading);
    // After the load event, when the browser's own restoration would have happened.
    await page.waitForLoadState('networkidle');
    expect(await top()).toBe(0);
  },
);

describeConditions(
  [
    ['/#/?section=faq', 'faq', HOME],
    ['/?section=process', 'process', HOME],
    ['/#/campaign?section=hire', 'hire', CAMPAIGN],
  ] as const,
  ([path]) => path,
  ([path, block, heading]) => {
    test('scrolls to its section, also when it is reloaded', async () => {
      await open(path, heading);
      await isAtBlock(block);
      await scrollTo(100);
      await journey.page.reload();
      await at(heading);
      await isAtBlock(block);
    });

    test('is at its scroll position when Back leads to it', async () => {
      const { page } = journey;
      await open(path, heading);
      await isAtBlock(block);
      await scrollTo(FAR_PX);
      await page.evaluate(() => {
        location.hash = '#/pricing';
      });
      await at(PRICING);
      expect(await top()).toBe(0);
      await page.goBack();
      await at(heading);
      await expect.poll(top).toBe(FAR_PX);
    });

    test('is at its scroll position when Back leads to it from another document', async () => {
      const { page } = journey;
      await open(path, heading);
      await isAtBlock(block);
      await scrollTo(0);
      // A jump to the section would take a moment.
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.goto('/healthz');
      await page.goBack();
      await at(heading);
      // By now a jump to the section would have started.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      expect(await top()).toBe(0);
    });
  },
);

test('a link to a section adds a history entry', async () => {
  const { page } = journey;
  await open('/', HOME);
  await scrollTo(300);
  await page.evaluate(() => {
    location.hash = '#/?section=faq';
  });
  await isAtBlock('faq');
  const left = await top();
  await page.goBack();
  await expect.poll(top).toBe(300);
  await page.goForward();
  await expect.poll(top).toBe(left);
});

testConditions(
  pages,
  ([path]) => `Back and Forward restore the scroll position of ${path}`,
  async ([path, heading]) => {
    const { page } = journey;
    await open(path, heading);
    await scrollTo(FAR_PX);
    await page.evaluate(() => {
      location.hash = '#/about';
    });
    await at('Good people get missed. We find them.');
    expect(await top()).toBe(0);
    await scrollTo(200);
    await page.goBack();
    await at(heading);
    await expect.poll(top).toBe(FAR_PX);
    await page.goForward();
    await at('Good people get missed. We find them.');
    await expect.poll(top).toBe(200);
  },
);

testConditions(
  pages,
  ([path]) => `Back from another document restores the scroll position of ${path}`,
  async ([path, heading]) => {
    const { page } = journey;
    // The browser drops its media emulation when it leaves, which would move what is below the logos.
    await page.emulateMedia({ reducedMotion: null });
    await open(path, heading);
    await scrollTo(FAR_PX);
    await page.goto('/healthz');
    await page.goBack();
    await at(heading);
    await expect.poll(top).toBe(FAR_PX);
  },
);

test('Back restores the scroll position of a page even if the next one was reloaded', async () => {
  const { page } = journey;
  await open('/#/pricing', PRICING);
  await scrollTo(FAR_PX);
  await page.evaluate(() => {
    location.hash = '#/about';
  });
  await at('Good people get missed. We find them.');
  await page.reload();
  await at('Good people get missed. We find them.');
  await page.goBack();
  await at(PRICING);
  await expect.poll(top).toBe(FAR_PX);
});

test('a page that was left before it was shown begins at its top', async () => {
  const { page } = journey;
  await open('/#/pricing', PRICING);
  await scrollTo(FAR_PX);
  const requests: Route[] = [];
  await page.route('**/about-*.js', (route) => void requests.push(route));
  await page.evaluate(() => {
    location.hash = '#/about';
  });
  await expect.poll(() => requests.length).toBe(1);
  await page.goBack();
  await page.goForward();
  await requests[0]?.continue();
  await at('Good people get missed. We find them.');
  expect(await top()).toBe(0);
});

test('Back from another document to the address of a clause restores the position, not the clause', async () => {
  const { page } = journey;
  await open('/#/terms?clause=7.2', 'Terms of Use');
  await page.evaluate(`scrollTo(0, ${FAR_PX})`);
  await page.goto('/healthz');
  await page.goBack();
  await at('Terms of Use');
  await expect.poll(top).toBe(FAR_PX);
  await page.reload();
  await at('Terms of Use');
  await expect.poll(() => topOf('clause-7\\.2')).toBeLessThan(100);
});
