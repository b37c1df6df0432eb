import type { Page } from 'playwright-core';

/** A way in which a person reads a page. */
export interface ReadingCondition {
  name: string;
  windows: { width: number; height: number }[];
  /** Styles of the reader's own, which win over those of the page. */
  css?: string;
  dir?: 'rtl';
  hasForcedColors?: boolean;
}

const HEIGHT = 844;
const windows = (...widths: number[]) => widths.map((width) => ({ width, height: HEIGHT }));

/** The minimum that WCAG 1.4.12 demands. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

export const readingConditions: ReadingCondition[] = [
  { name: 'as designed', windows: windows(320, 390, 1280) },
  {
    name: 'text twice as large',
    windows: windows(320, 390, 1280),
    css: ':root { font-size: 200% }',
  },
  // 1280 x 1024 px at 400 %
  { name: 'zoom', windows: [{ width: 320, height: 256 }] },
  { name: 'text spacing', windows: windows(320, 1280), css: TEXT_SPACING },
  { name: 'right to left', windows: windows(320, 1280), dir: 'rtl' },
  { name: 'forced colours', windows: windows(1280), hasForcedColors: true },
];

interface ReadPage {
  endCondition?: () => void;
}

/** Runs in the page. */
const begin = ({ css, dir }: Pick<ReadingCondition, 'css' | 'dir'>) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css ?? '');
  document.adoptedStyleSheets.push(sheet);
  document.documentElement.dir = dir ?? '';
  (globalThis as ReadPage).endCondition = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    document.documentElement.removeAttribute('dir');
  };
};

/** Runs a function in each window of a condition; the page is as before then. */
export const underCondition = async (
  page: Page,
  { css, dir, hasForcedColors, windows: sizes }: ReadingCondition,
  run: (window: { width: number; height: number }) => Promise<void>,
): Promise<void> => {
  const before = page.viewportSize();
  if (hasForcedColors) await page.emulateMedia({ forcedColors: 'active' });
  await page.evaluate(begin, { ...(css && { css }), ...(dir && { dir }) });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await run(size);
  }
  await page.evaluate(() => (globalThis as ReadPage).endCondition?.());
  if (hasForcedColors) await page.emulateMedia({ forcedColors: 'none' });
  if (before) await page.setViewportSize(before);
};
