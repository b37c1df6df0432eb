import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { waitUntilLaidOut } from '#tests/support/browser/axe.ts';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Site } from '#tests/support/browser/site.ts';
import { fontFamilies } from '#tests/support/browser/test-fonts.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';

const CLAIM = 'Find the few who shine';
const REFLOWING = [
  '/',
  '/#/campaign',
  '/#/pricing',
  '/#/about',
  '/#/demo',
  '/#/demo/embed',
  '/#/thankyou',
  '/#/thankyou_campaign',
  '/#/checkout',
  '/#/login',
  '/#/forgotPassword',
  '/#/privacy',
  '/#/subscription-agreement',
  '/#/nowhere',
];

let visitor: Visitor;
const journey = setUpSite();

const open = async (path: string, options: Parameters<Site['visitor']>[0]): Promise<Page> => {
  visitor = await journey.site.visitor({ reducedMotion: 'reduce', ...options });
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  // Without its styles a page has no layout to check.
  const display = () =>
    visitor.page.locator('header > div').evaluate((bar) => getComputedStyle(bar).display);
  await expect.poll(display).toBe('flex');
  return visitor.page;
};

test.each([320, 390, 640, 768, 1000, 1024, 1100, 1280, 1366, 1440, 1920])(
  'at %i px the hero stays inside the gutters',
  async (width) => {
    const page = await open('/', { viewport: { width, height: 900 } });
    await waitForHeading(visitor, CLAIM);
    const edges = () =>
      page.evaluate(() => {
        const bar = document.querySelector('header > div');
        const { paddingInlineEnd } = getComputedStyle(bar as Element);
        const right =
          (bar?.getBoundingClientRect().right ?? 0) - Number.parseFloat(paddingInlineEnd);
        const hero = document.querySelector('main > :first-child');
        return [...(hero?.querySelectorAll('h1, p, a, [role=img], [role=img] div') ?? [])]
          .map((box) => box.getBoundingClientRect())
          .filter(
            (box) => box.width > 0 && (box.right > right + 1 || box.left < innerWidth - right - 1),
          )
          .map(({ left, right: end }) => [left, end]);
      });
    expect(await edges()).toEqual([]);
  },
);

test('social proof and calls to action do not wait for an animation', async () => {
  const page = await open('/', { reducedMotion: 'no-preference' });
  await waitForHeading(visitor, CLAIM);
  const waiting = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => (effect?.getTiming().delay ?? 0) >= 1000)
      .map(({ effect }) => (effect as KeyframeEffect).target)
      .filter((box) => box && !box.closest('[aria-hidden=true]'))
      .map((box) => box?.textContent),
  );
  expect(waiting).toEqual([]);
});

/** How much wider the page is than the window, and the number of controls of the header that overlap. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const boxes = [...document.querySelectorAll('header a, header button')]
      .map((control) => control.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    const collisions = boxes.filter((one, index) =>
      boxes
        .slice(index + 1)
        .some(
          (other) =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        ),
    );
    return { overflow: scrollWidth - clientWidth, collisions: collisions.length };
  });

describe.each(fontFamilies)('where the system has %s', (font) => {
  test.each(REFLOWING)(
    '%s reflows in every window, also with text twice as large',
    async (path) => {
      const page = await open(path, { font });
      await page.waitForFunction(() => globalThis.earlyInput === undefined);
      await waitUntilLaidOut(page);
      for (const size of ['100%', '200%']) {
        await page.evaluate((value) => {
          document.documentElement.style.fontSize = value;
        }, size);
        for (const width of [320, 390, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          const faults = () => faultsOf(page);
          await expect
            .poll(faults, { message: `${width} px, text ${size}` })
            .toEqual({ overflow: 0, collisions: 0 });
        }
      }
    },
  );
});

test.each([390, 1440])('at %i px nothing shifts while home is scrolled', async (width) => {
  const page = await open('/', {
    viewport: { width, height: 900 },
    reducedMotion: 'no-preference',
  });
  await waitForHeading(visitor, CLAIM);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const shift = await page.evaluate(async () => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Slow enough to run every count-up.
    for (let y = 0; y < document.documentElement.scrollHeight; y += 96) {
      scrollTo({ top: y, behavior: 'instant' });
      await frame();
    }
    const digits = [...document.querySelectorAll<HTMLElement>('[data-end]')];
    if (digits.length === 0) throw new Error('Nothing counts up.');
    while (digits.some(({ dataset, textContent }) => dataset['end'] !== textContent)) await frame();
    add(observer.takeRecords());
    return sum;
  });
  expect(shift).toBeLessThan(0.001);
});

test('in forced colours, bars, steps and bubbles have a visible edge', async () => {
  const page = await open('/#/campaign', { forcedColors: 'active' });
  const edge = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((box, part) => getComputedStyle(box, part).borderTopWidth, pseudo);
  expect(await edge('#hire dl > div', '::before')).not.toBe('0px');
  expect(await edge('main ol > li > span[aria-hidden]')).not.toBe('0px');
  await page.goto('/');
  await waitForHeading(visitor, CLAIM);
  await expect.poll(() => edge('#feature-follow-up [role=img] p + p')).not.toBe('0px');
});

test('drawn screens and logos are one image each to a screen reader', async () => {
  const page = await open('/', {});
  await waitForHeading(visitor, CLAIM);
  const exposed = await page.evaluate(() =>
    [...document.querySelectorAll('[role=img]')]
      .filter((picture) => [...picture.childNodes].some((node) => node.textContent?.trim()))
      .filter((picture) =>
        [...picture.children].some((child) => child.getAttribute('aria-hidden') !== 'true'),
      )
      .map((picture) => picture.getAttribute('aria-label')),
  );
  expect(exposed).toEqual([]);
  await page.getByRole('heading', { name: '52% of recruiter screening time removed' }).waitFor();
});

test('a browser that requests favicon.ico gets it', async () => {
  const page = await open('/', {});
  const response = await page.request.get('/favicon.ico');
  expect(response.status()).toBe(200);
  expect((await response.body()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
});

test('focus moves to the first field of the campaign’s form', async () => {
  const page = await open('/#/campaign', {});
  await page.getByRole('button', { name: 'Book a demo' }).first().click();
  await page.getByRole('dialog').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await expect.poll(focused).toBe('name');
});
