import sharp from 'sharp';
import { expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { testConditions } from '#tests/support/each-condition.ts';

const NARROW = { width: 320, height: 700 };
/** Beside the table's border, within its shadow. */
const EDGE_PX = 3;

const journey = setUpSite();

/** The colours at the left and right edge of a picture, in its last rows, which have no text. */
const edgesOf = async (png: Buffer): Promise<{ left: number[]; right: number[] }> => {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const y = Math.round(info.height * 0.94);
  const at = (x: number) => {
    const from = (y * info.width + x) * info.channels;
    return [...data.subarray(from, from + info.channels)];
  };
  return { left: at(EDGE_PX), right: at(info.width - 1 - EDGE_PX) };
};

testConditions(
  ['light', 'dark'] as const,
  (colorScheme) =>
    `in the ${colorScheme} scheme, a table that is too wide has a shadow at each edge that continues, and scrolls by keyboard`,
  async (colorScheme) => {
    const visitor = await journey.site.visitor({ viewport: NARROW, colorScheme });
    const { page } = visitor;
    await page.goto('/#/subscription-agreement?clause=E2.10');
    const table = page.getByRole('region', { name: /^Table: Severity, Response/ });
    await table.waitFor();
    await page.locator('[data-marked]').waitFor();
    const rest = () =>
      table.evaluate((node) => node.scrollWidth - node.clientWidth - node.scrollLeft);
    expect(await rest()).toBeGreaterThan(0);

    const start = await edgesOf(await table.screenshot());
    expect(start.right).not.toEqual(start.left);

    await table.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate((node) => node.scrollLeft)).toBeGreaterThan(0);
    await page.keyboard.press('End');
    for (let press = 0; press < 10 && (await rest()) > 0; press += 1)
      await page.keyboard.press('ArrowRight');
    await expect.poll(rest).toBeLessThan(1);
    expect(await auditPage(page)).toEqual([]);

    await page.locator('h1').focus();
    const end = await edgesOf(await table.screenshot());
    expect(end.left).not.toEqual(end.right);
    expect(end.right).toEqual(start.left);
  },
);

test('a table that fits has no shadow', async () => {
  const visitor = await journey.site.visitor({ viewport: { width: 1440, height: 900 } });
  const { page } = visitor;
  await page.goto('/#/subscription-agreement?clause=E2.10');
  const table = page.getByRole('region', { name: /^Table: Severity, Response/ });
  await table.waitFor();
  await page.locator('[data-marked]').waitFor();
  const { left, right } = await edgesOf(await table.screenshot());
  expect(right).toEqual(left);
});
