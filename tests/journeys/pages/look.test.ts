import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  newAddress,
  startTrial,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Site } from '#tests/support/browser/site.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { testConditions } from '#tests/support/each-condition.ts';

const CLAIM = 'Find the few who shine';
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

testConditions(
  [320, 390, 768, 1024, 1440, 640, 1000, 1100, 1280, 1366, 1920],
  (width) => `at ${width} px the hero stays inside the gutters`,
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

const nothingShifts = async (width: number) => {
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
};
testConditions(
  [390, 1440],
  (width) => `at ${width} px nothing shifts while home is scrolled`,
  nothingShifts,
);

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

testConditions(
  ['/', '/#/campaign', '/#/about', '/#/terms', '/#/login', '/#/thankyou_campaign'],
  (path) => `letters are set closer only above 32 px: ${path}`,
  async (path) => {
    const page = await open(path, {});
    const tight = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((box) => [...box.childNodes].some((node) => node.nodeValue?.trim()))
          .map((box) => ({ text: box.textContent, style: getComputedStyle(box) }))
          .filter(({ style }) => Number.parseFloat(style.letterSpacing) < 0)
          .filter(({ style }) => Number.parseFloat(style.fontSize) <= 32)
          .map(({ text }) => text),
      );
    expect(await tight()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await tight()).toEqual([]);
  },
);

testConditions(
  ['/#/checkout', '/#/forgotPassword', '/#/thankyou'],
  (path) => `the second sentence of a form’s lead starts a line on a phone: ${path}`,
  async (path) => {
    const page = await open(path, { viewport: { width: 390, height: 844 } });
    const starts = await page.locator('h1 + p').evaluate((lead) => {
      const text = lead.firstChild as Text;
      const left = lead.getBoundingClientRect().left;
      return [0, text.data.indexOf('\n') + 1].map((place) => {
        const range = document.createRange();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        return range.getBoundingClientRect().left - left;
      });
    });
    expect(starts).toEqual([0, 0]);
  },
);

test('the company step is a screen and a quarter high, and a tick moves none of its chips', async () => {
  visitor = await journey.site.visitor({ viewport: { width: 1440, height: 900 } });
  const { page } = visitor;
  await startTrial(journey.site, visitor, newAddress());
  const form = page.locator('form');
  const card = form.locator('..');
  expect((await card.boundingBox())?.height).toBeLessThan(1125);
  const chips = () =>
    form
      .locator('label:has([type=checkbox])')
      .evaluateAll((labels) => labels.slice(0, 9).map((label) => label.getBoundingClientRect().x));
  const before = await chips();
  await page.getByRole('checkbox', { name: 'Sales' }).check();
  await page.getByRole('checkbox', { name: 'Data Science' }).check();
  expect(await chips()).toEqual(before);
});
