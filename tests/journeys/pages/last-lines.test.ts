import { expect, test } from 'vitest';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';

const journey = setUpSite();

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
  await waitUntilMounted(page);
  const wrap = page
    .getByRole('textbox', { name: /Additional information/ })
    .evaluate((area) => getComputedStyle(area).textWrapStyle);
  expect(await wrap).toBe('stable');
});
