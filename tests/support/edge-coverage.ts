import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#build/root.ts';

/** Where the browser's walks write down what they took: a file a chart, a JSON array of edge ids. */
const COVERAGE_FOLDER = join(ROOT, '.cache', 'edges');

/**
 * Writes down the edges of one chart that were walked in the browser.
 * @param told those of them that the actor was told of by hand; they stand in `<chart>.told.json` too
 */
export const keepCoverage = (
  chart: string,
  edges: Iterable<string>,
  told: Iterable<string>,
): void => {
  mkdirSync(COVERAGE_FOLDER, { recursive: true });
  const keep = (file: string, ids: Iterable<string>) =>
    writeFileSync(join(COVERAGE_FOLDER, file), JSON.stringify([...ids].sort()));
  keep(`${chart}.json`, edges);
  keep(`${chart}.told.json`, told);
};
