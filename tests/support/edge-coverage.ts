import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#build/root.ts';

/** Where the browser's walks write down what they took: a file a chart, a JSON array of edge ids. */
const COVERAGE_FOLDER = join(ROOT, '.cache', 'edges');

/** Writes down the edges of one chart that were walked in the browser. */
export const keepCoverage = (chart: string, edges: Iterable<string>): void => {
  mkdirSync(COVERAGE_FOLDER, { recursive: true });
  writeFileSync(join(COVERAGE_FOLDER, `${chart}.json`), JSON.stringify([...edges].sort()));
};
