import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';

const FOLDER = join(ROOT, 'src', 'web');
/** Properties and values that would not be mirrored in a page from right to left. */
const PHYSICAL =
  /(?:^|[\s;{])(?:(?:margin|padding|border|inset)-(?:left|right)[a-z-]*|left|right)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)|transform-origin\s*:\s*(?:left|right)/;

test('no style sheet of the site names left or right', () => {
  const sheets = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(0);
  const physical = sheets.flatMap((name) =>
    readFileSync(join(FOLDER, name), 'utf8')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .split('\n')
      .filter((line) => PHYSICAL.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(physical).toEqual([]);
});
