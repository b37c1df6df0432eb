import { expect, test } from 'vitest';
import { waitUntilLaidOut } from '#tests/support/browser/axe.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { routes } from '#web/routing/routes.tsx';

const journey = setUpSite();

/**
 * The number of drawings with a fixed size, and those that have another size: elements, whose styles
 * name it in pixels, and dots and chevrons, which are empty pseudo-elements in a flex row.
 */
const measureDrawings = () => {
  const faults: string[] = [];
  let count = 0;
  const measure = (box: Element, style: CSSStyleDeclaration, width: number, height: number) => {
    count += 1;
    const [shownWidth, shownHeight] = [style.width, style.height].map(Number.parseFloat);
    if (Math.hypot((shownWidth ?? 0) - width, (shownHeight ?? 0) - height) > 0.1)
      faults.push(`${box.outerHTML}: ${width} x ${height}, shown ${shownWidth} x ${shownHeight}`);
  };
  for (const box of document.querySelectorAll('#root *')) {
    const style = getComputedStyle(box);
    if (!box.checkVisibility() || style.display === 'inline') continue;
    const [width, height] = ['width', 'height'].map((name) => {
      const size = box.computedStyleMap().get(name);
      return size instanceof CSSUnitValue && size.unit === 'px' ? size.value : undefined;
    });
    if (width !== undefined && height !== undefined) measure(box, style, width, height);
    if (!style.display.endsWith('flex')) continue;
    for (const name of ['::before', '::after']) {
      const part = getComputedStyle(box, name);
      if (part.content !== '""' || part.position !== 'static') continue;
      const size = Number.parseFloat(part.height);
      measure(box, part, size, size);
    }
  }
  return { count, faults };
};

test.each(Object.keys(routes))(
  'on %s no icon and no dot is squeezed by the text beside it',
  async (path) => {
    const { page } = await journey.site.visitor({ reducedMotion: 'reduce' });
    await page.goto(`/#${path}`);
    await page.locator('main h1').waitFor();
    await page.waitForFunction(() => globalThis.earlyInput === undefined);
    await waitUntilLaidOut(page);
    for (const size of ['100%', '200%']) {
      await page.evaluate((value) => {
        document.documentElement.style.fontSize = value;
      }, size);
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        const { count, faults } = await page.evaluate(measureDrawings);
        expect(faults, `${width} px, text ${size}`).toEqual([]);
        expect(count).toBeGreaterThan(0);
      }
    }
  },
);
