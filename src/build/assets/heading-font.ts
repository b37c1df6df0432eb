import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import { ROOT } from '../root.ts';

/** Fixed values of the variable font's axes: one static weight at the optical size of headings. */
const INSTANCE = { wght: 650, wdth: 100, opsz: 48 };

/** OpenType features that the copy needs; stylistic sets and fractions are dropped. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'liga'];

const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;
const ASCII = Array.from({ length: LAST_PRINTABLE - FIRST_PRINTABLE + 1 }, (_, index) =>
  String.fromCharCode(FIRST_PRINTABLE + index),
).join('');
const PUNCTUATION = '\u00a0–—‘’“”…·×%©®°é';
/** Part of the family's latin-ext file, so it becomes a file of its own with its own unicode-range. */
const RUPEE = '₹';

/** Whether the heading font has every character of a text; ₹ is in a file of its own. */
export const canDraw = (text: string): boolean =>
  [...text].every((character) => (ASCII + PUNCTUATION).includes(character));

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

/**
 * The path of the heading font as TrueType, for Pango; without ₹. It is kept in `.cache`: fontconfig
 * reads a font from the same path as long as the process runs.
 */
export const headingTrueType = async (): Promise<string> => {
  const text = ASCII + PUNCTUATION;
  const hash = createHash('sha256')
    .update(JSON.stringify({ INSTANCE, FEATURES, text }))
    .update(await readFile(sourceFile('latin')))
    .digest('hex');
  const file = join(ROOT, '.cache', 'fonts', `heading-${hash}.ttf`);
  if (existsSync(file)) return file;
  await mkdir(dirname(file), { recursive: true });
  const written = `${file}.${process.pid}`;
  await writeFile(written, await subset('latin', text, 'sfnt'));
  await rename(written, file);
  return file;
};

/**
 * Writes the heading font to `outFile` (about 13 kB of woff2) and the glyph ₹ to a second file, named
 * with `-rupee`. Rejects when the font's package is missing.
 */
export const subsetHeadingFont = async (outFile: string): Promise<void> => {
  await mkdir(dirname(outFile), { recursive: true });
  await writeFile(outFile, await subset('latin', ASCII + PUNCTUATION, 'woff2'));
  await writeFile(
    outFile.replace(/\.woff2$/, '-rupee.woff2'),
    await subset('latin-ext', RUPEE, 'woff2'),
  );
};
