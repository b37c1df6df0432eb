import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#build/root.ts';
import type { TraversedEdges } from './traverse-in-browser.ts';

/** The folder of the coverage files: one JSON array of edge ids per chart. */
const COVERAGE_FOLDER = join(ROOT, '.cache', 'edge-coverage');

/**
 * Writes the edges of one chart that the browser traversed; those that only an injected event reached
 * are also written to `<chart>.injected.json`.
 */
export const writeEdgeCoverage = (chart: string, traversals: TraversedEdges[]): void => {
  const traversed = new Set(traversals.flatMap(({ edges }) => [...edges]));
  const reached = new Set(
    traversals.flatMap(({ edges, injected }) => [...edges].filter((edge) => !injected.has(edge))),
  );
  mkdirSync(COVERAGE_FOLDER, { recursive: true });
  const write = (file: string, ids: Iterable<string>) =>
    writeFileSync(join(COVERAGE_FOLDER, file), JSON.stringify([...ids].sort()));
  write(`${chart}.json`, traversed);
  write(
    `${chart}.injected.json`,
    [...traversed].filter((edge) => !reached.has(edge)),
  );
};
