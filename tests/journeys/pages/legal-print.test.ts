import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readPrintedPdf } from '#tests/support/browser/printed-pdf.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { type FontFamily, fontFamilies } from '#tests/support/browser/test-fonts.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { describeConditions, testConditions } from '#tests/support/each-condition.ts';

/** Path, heading, and the minimum and maximum number of A4 sheets. */
const PAGES = [
  ['/terms', 'Terms of Use', 4, 6],
  ['/subscription-agreement', 'Master Subscription Agreement', 12, 17],
  ['/privacy', 'Privacy Policy', 6, 10],
] as const;
const A4 = '297mm';
/** Of other heights, other headings would come last. */
const SHEETS = [A4, '740px', '900px', '940px', '1020px', '1060px'];
/** A4 without the margins of `@page`, at 96 px per inch. */
const PAPER_WIDTH_PX = 658;
/** A4 without the margins of `@page`. */
const PAPER_HEIGHT_PX = 971;
const MARGIN_PX = 24;
const WHITE = 255;
const PAPER_HEIGHT_PT = 842;
const MARGIN_PT = 57;
/** A heading is lower than this; a heading with a line of text is higher. */
const HEADING_PT = 24;

const journey = setUpSite();

type Scheme = 'light' | 'dark';

const openOnPaper = async (
  path: string,
  heading: string,
  colorScheme: Scheme,
  font?: FontFamily,
): Promise<Visitor> => {
  const visitor = await journey.site.visitor({
    font,
    viewport: { width: PAPER_WIDTH_PX + 2 * MARGIN_PX, height: PAPER_HEIGHT_PX },
    colorScheme,
  });
  await visitor.page.goto(`/#${path}?clause=2.1`);
  await visitor.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await visitor.page.locator('[data-marked]').waitFor();
  await visitor.page.emulateMedia({ media: 'print', colorScheme });
  await visitor.page.evaluate(() => document.fonts.ready);
  return visitor;
};

/** Grey values of the whole text as printed, row by row, with a margin on both sides. */
const pictureOf = async ({ page }: Visitor) => {
  await page.evaluate((margin) => {
    document.body.style.paddingInline = `${margin}px`;
    scrollTo(0, 0);
  }, MARGIN_PX);
  const png = await page.screenshot({ fullPage: true, animations: 'disabled' });
  const { data, info } = await sharp(png)
    .flatten({ background: 'black' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
};

type Picture = Awaited<ReturnType<typeof pictureOf>>;

/** The share of pixels in a part of a picture that are darker than near-white. */
const inkIn = (
  { data, width, channels }: Picture,
  { left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>,
): number => {
  let ink = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1)
      if ((data[(y * width + x) * channels] ?? WHITE) < WHITE / 2) ink += 1;
  return ink / ((right - left) * (bottom - top));
};

testConditions(
  PAGES,
  ([path]) =>
    `${path} is printed in the dark scheme as in the light one: text only, black on white`,
  async ([path, heading]) => {
    const pictures: Picture[] = [];
    for (const scheme of ['light', 'dark'] as const) {
      const visitor = await openOnPaper(path, heading, scheme);
      const { page } = visitor;
      for (const part of ['header', 'footer', 'nav', 'summary', 'button'])
        for (const element of await page.locator(part).all())
          expect(await element.isVisible(), part).toBe(false);
      expect(await page.getByText('Last Updated January 12, 2024').isVisible()).toBe(true);
      expect(await page.getByText('© 2023-2030').isVisible()).toBe(true);
      pictures.push(await pictureOf(visitor));
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(title?.y).toBeLessThan(2 * MARGIN_PX);
      // A busy browser captures one such large page at a time.
      await page.close();
    }
    const [light, dark] = pictures;
    if (!light || !dark) throw new Error('Two pictures were to be taken');
    expect(dark.data.equals(light.data)).toBe(true);

    const { data, width, height } = light;
    const isGrey = (at: number) => data[at] === data[at + 1] && data[at] === data[at + 2];
    const pixels = Array.from({ length: width * height }, (_, pixel) => pixel * light.channels);
    expect(pixels.every(isGrey)).toBe(true);

    const isPaper = (x: number) =>
      Array.from({ length: height }, (_, y) => (y * width + x) * light.channels).every(
        (at) => data[at] === WHITE && data[at + 1] === WHITE && data[at + 2] === WHITE,
      );
    const margins = [0, MARGIN_PX - 2, width - MARGIN_PX + 1, width - 1];
    expect(margins.filter((x) => !isPaper(x))).toEqual([]);

    for (let top = 0; top + PAPER_HEIGHT_PX <= height; top += PAPER_HEIGHT_PX) {
      const sheet = { left: 0, top, right: width, bottom: top + PAPER_HEIGHT_PX };
      const [all, rightHalf] = [inkIn(light, sheet), inkIn(light, { ...sheet, left: width >> 1 })];
      expect(all).toBeGreaterThan(0.015);
      expect(all).toBeLessThan(0.15);
      expect(rightHalf).toBeGreaterThan(0.01);
    }
  },
);

describeConditions(
  fontFamilies,
  (font) => `where the system has ${font}`,
  (font) => {
    testConditions(
      PAGES,
      ([path]) => `${path} fits on a few sheets, none of which ends with a heading`,
      async ([path, heading, least, most]) => {
        const visitor = await openOnPaper(path, heading, 'dark', font);
        const titles = await visitor.page.locator(':is(h2, h3):visible').count();
        for (const height of SHEETS) {
          const pdf = await visitor.page.pdf({
            width: '210mm',
            height,
            outline: true,
            tagged: true,
          });
          const { pages, headings } = readPrintedPdf(pdf);
          expect(headings.length).toBeGreaterThanOrEqual(titles);
          const stranded = headings.filter(({ heightPt }) => heightPt < MARGIN_PT + HEADING_PT);
          expect(stranded, height).toEqual([]);
          expect(headings.every(({ page }) => page > 0)).toBe(true);
          if (height !== A4) continue;
          expect(pages).toBeGreaterThanOrEqual(least);
          expect(pages).toBeLessThanOrEqual(most);
        }
      },
    );
  },
);

test('each exhibit of the agreement starts on a new sheet', async () => {
  const visitor = await openOnPaper(
    '/subscription-agreement',
    'Master Subscription Agreement',
    'light',
  );
  const pdf = await visitor.page.pdf({ format: 'A4', outline: true, tagged: true });
  const { headings } = readPrintedPdf(pdf);
  const exhibits = headings.filter(({ title }) => title.startsWith('Exhibit '));
  expect(exhibits).toHaveLength(3);
  for (const exhibit of exhibits) {
    const others = headings.filter(({ page }) => page === exhibit.page);
    expect(others.every(({ heightPt }) => heightPt <= exhibit.heightPt)).toBe(true);
    expect(exhibit.heightPt).toBeGreaterThan(PAPER_HEIGHT_PT - MARGIN_PT - HEADING_PT);
  }
});

test('a printed reference to another text names its document and clause, and every sheet has a running title', async () => {
  const visitor = await openOnPaper('/privacy', 'Privacy Policy', 'light');
  const { page } = visitor;
  const afterwards = (name: string) =>
    page
      .locator('main')
      .getByText(name)
      .first()
      .evaluate((node) => getComputedStyle(node, '::after').content);
  await page.goto('/#/subscription-agreement');
  await page.getByRole('heading', { level: 1, name: 'Master Subscription Agreement' }).waitFor();
  expect(await afterwards('cookie section of the Privacy Policy')).toBe('" (section 12)"');
  const rules = await page.evaluate(() =>
    document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)),
  );
  expect(rules.join(' ')).toContain('content: "Master Subscription Agreement"');
  expect(rules.join(' ')).not.toContain('Privacy Policy');
});
