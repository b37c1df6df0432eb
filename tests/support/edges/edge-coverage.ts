import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#build/root.ts';

/** The folder of the coverage files: one JSON array of edge ids per chart. */
const COVERAGE_FOLDER = join(ROOT, '.cache', 'edges');

/**
 * Writes the edges of one chart that the browser traversed.
 *
 * @param injected those that were only reached by an injected event; also written to
 * `<chart>.injected.json`
 */
export const writeEdgeCoverage = (
  chart: string,
  edges: Iterable<string>,
  injected: Iterable<string>,
): void => {
  mkdirSync(COVERAGE_FOLDER, { recursive: true });
  const write = (file: string, ids: Iterable<string>) =>
    writeFileSync(join(COVERAGE_FOLDER, file), JSON.stringify([...ids].sort()));
  write(`${chart}.json`, edges);
  write(`${chart}.injected.json`, injected);
};
