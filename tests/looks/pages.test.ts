import { describe, expect, test } from 'vitest';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkLooks } from '#tests/support/looks/check-looks.ts';
import { REMEDY } from '#tests/support/looks/check-picture.ts';
import { pages } from '#tests/support/looks/pages.ts';
import { pictureKinds } from '#tests/support/looks/picture-kinds.ts';

const journey = setUpSite();

describe.each([390, 1440])('at %i px', (width) => {
  const kinds = pictureKinds.filter((kind) => kind.width === width);

  test.each(pages)('$name looks as approved', async ({ name, address, heightMax }) => {
    const { page } = await journey.site.visitor({
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => globalThis.earlyInput === undefined);
    const differences = await checkLooks(page, `pages/${name}`, { kinds, heightMax });
    expect(differences, REMEDY).toEqual([]);
  });
});
