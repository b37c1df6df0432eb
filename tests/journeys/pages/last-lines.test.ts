import { expect, test } from 'vitest';
import { waitUntilLaidOut } from '#tests/support/browser/axe.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { fontFamilies } from '#tests/support/browser/test-fonts.ts';
import { routes } from '#web/routing/routes.tsx';

const journey = setUpSite();

/**
 * The number of texts that take several lines, and those that end with one word alone which is
 * shorter than a quarter of the longest line.
 */
const measureLastLines = () => {
  const isInline = (box: Element | null) =>
    box !== null && getComputedStyle(box).display.startsWith('inline');
  const texts = new Map<Element, { left: number; right: number; bottom: number; word: string }[]>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let block = node.parentElement;
    while (isInline(block)) block = block?.parentElement ?? null;
    if (!block?.checkVisibility()) continue;
    for (const { 0: word, index } of node.nodeValue?.matchAll(/\S+/g) ?? []) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { left, right, bottom } = range.getBoundingClientRect();
      texts.set(block, [...(texts.get(block) ?? []), { left, right, bottom, word }]);
    }
  }
  const faults: string[] = [];
  let count = 0;
  for (const [block, words] of texts) {
    const half = Number.parseFloat(getComputedStyle(block).fontSize) / 2;
    const lineOf = (one: { bottom: number }) =>
      words.filter(({ bottom }) => Math.abs(bottom - one.bottom) < half);
    const widthOf = (one: { bottom: number }) => {
      const line = lineOf(one);
      return Math.max(...line.map(({ right }) => right)) - Math.min(...line.map((w) => w.left));
    };
    const last = words.at(-1);
    if (!last || lineOf(last).length === words.length) continue;
    count += 1;
    const widest = Math.max(...words.map(widthOf));
    if (lineOf(last).length === 1 && widthOf(last) < widest / 4)
      faults.push(words.map(({ word }) => word).join(' '));
  }
  return { count, faults };
};

test.each(fontFamilies)('no text ends with one short word alone, in %s', async (font) => {
  const { page } = await journey.site.visitor({ font, reducedMotion: 'reduce' });
  for (const path of Object.keys(routes)) {
    await page.goto('about:blank');
    await page.goto(`/#${path}`);
    await page.locator('main h1').waitFor();
    await page.waitForFunction(() => globalThis.earlyInput === undefined);
    await waitUntilLaidOut(page);
    for (const width of [390, 1280, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      const { count, faults } = await page.evaluate(measureLastLines);
      expect(faults, `${path} at ${width} px`).toEqual([]);
      expect(count).toBeGreaterThan(0);
    }
  }
});

test.each([390, 768, 1280, 1440])(
  'at %i px every line of resting customer logos has as many',
  async (width) => {
    const { page } = await journey.site.visitor({
      viewport: { width, height: 844 },
      reducedMotion: 'reduce',
    });
    await page.goto('/');
    const logos = page
      .locator('main ul')
      .filter({ has: page.getByRole('img', { name: 'ARKAYA' }) });
    const tops = await logos
      .first()
      .locator('li')
      .evaluateAll((all) => all.map((logo) => logo.getBoundingClientRect().top));
    const counts = [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
    expect(tops).toHaveLength(8);
    expect(new Set(counts).size, `${counts} logos`).toBe(1);
  },
);

test('words that are typed stay in their line while more follow', async () => {
  const { page } = await journey.site.visitor();
  await page.goto('/#/demo');
  await page.waitForFunction(() => globalThis.earlyInput === undefined);
  const wrap = page
    .getByRole('textbox', { name: /Additional information/ })
    .evaluate((area) => getComputedStyle(area).textWrapStyle);
  expect(await wrap).toBe('stable');
});
