import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '#build/root.ts';
import type { Pixels } from './compare-pictures.ts';
import { type DifferingPicture, differencesPage } from './differences-page.ts';
import { writePixels } from './picture-files.ts';

/** What differs in the last run; `index.html` shows it. */
const FOLDER = join(ROOT, '.cache', 'visual');

interface FoundDifference {
  /** Of the picture, such as `pages/about.390-light`. */
  name: string;
  reason: string;
  was?: Pixels | undefined;
  is?: Pixels | undefined;
  difference?: Pixels | undefined;
}

/** Stores the pictures of a difference for the page. */
export const recordDifference = async ({
  name,
  reason,
  ...pictures
}: FoundDifference): Promise<void> => {
  const files: DifferingPicture['files'] = {};
  for (const [key, pixels] of Object.entries(pictures)) {
    if (!pixels) continue;
    const file = `${name}.${key}.webp`;
    await writePixels(join(FOLDER, file), pixels);
    files[key as keyof typeof files] = file;
  }
  const record = join(FOLDER, `${name}.json`);
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify({ name, reason, files } satisfies DifferingPicture));
};

/** Vitest's global setup: empties the folder, and writes the page after the tests. */
export default (): (() => void) => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  return () => {
    const records = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file): DifferingPicture => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
    writeFileSync(join(FOLDER, 'index.html'), differencesPage(records));
  };
};
