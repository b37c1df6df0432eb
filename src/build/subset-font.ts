import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import subsetFont from 'subset-font';
import { ROOT } from './root.ts';

/** The variable font's axes, pinned: one static weight, at the optical size of our headings. */
const INSTANCE = { wght: 650, wdth: 100, opsz: 48 };

/** What shapes our text; stylistic sets and fractions stay behind. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'liga'];

const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;
const ASCII = Array.from({ length: LAST_PRINTABLE - FIRST_PRINTABLE + 1 }, (_, index) =>
  String.fromCharCode(FIRST_PRINTABLE + index),
).join('');
const PUNCTUATION = '\u00a0–—‘’“”…·×%©®°é';
/** Lies in the family's latin-ext file, so that it becomes a file of its own, loaded on demand. */
const RUPEE = '₹';

const sourceFile = (script: 'latin' | 'latin-ext'): string =>
  createRequire(import.meta.url).resolve(
    `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${script}-standard-normal.woff2`,
  );

const subset = async (
  script: 'latin' | 'latin-ext',
  text: string,
  targetFormat: 'woff2' | 'sfnt',
): Promise<Buffer> =>
  subsetFont(await readFile(sourceFile(script)), text, {
    targetFormat,
    variationAxes: INSTANCE,
    keepFeatures: FEATURES,
    noHinting: true,
  });

/** The heading font as a drawing program reads it, TrueType, with what fits our copy but ₹. */
export const headingTrueType = (): Promise<Buffer> => subset('latin', ASCII + PUNCTUATION, 'sfnt');

/**
 * Writes the heading font to `outFile` (about 13 kB of woff2) and, beside it with `-rupee` in its
 * name, the one glyph ₹. Its output lies in `public/fonts`, so that a build needs no font tools;
 * `node src/build/run.js subset-font` makes it again. Rejects when the font's package is missing.
 */
export const subsetHeadingFont = async (outFile: string): Promise<void> => {
  await mkdir(dirname(outFile), { recursive: true });
  await writeFile(outFile, await subset('latin', ASCII + PUNCTUATION, 'woff2'));
  await writeFile(
    outFile.replace(/\.woff2$/, '-rupee.woff2'),
    await subset('latin-ext', RUPEE, 'woff2'),
  );
};

/** Makes the committed files again. */
export default () => subsetHeadingFont(`${ROOT}public/fonts/bricolage-grotesque-650.woff2`);
