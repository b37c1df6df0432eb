import { describe, expect, test } from 'vitest';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { checkPagePictures } from '#tests/support/visual/check-page-pictures.ts';
import { REMEDY } from '#tests/support/visual/check-picture.ts';
import { pages } from '#tests/support/visual/pages.ts';
import { kindsOfWidth } from '#tests/support/visual/picture-kinds.ts';

const journey = setUpSite();

describe.each([390, 1440] as const)('at %i px', (width) => {
  const shown = pages.filter((page) => page.width === undefined || page.width === width);

  test.each(shown)('$name looks as approved', async ({ name, address, act, ...options }) => {
    const { page } = await journey.site.visitor({
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await waitUntilMounted(page);
    await act?.(page);
    const kinds = kindsOfWidth(width);
    const differences = await checkPagePictures(page, `pages/${name}`, { ...options, kinds });
    expect(differences, REMEDY).toEqual([]);
  });
});
