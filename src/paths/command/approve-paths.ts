import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChartWithOptions } from '../load-chart.ts';
import { pathsText } from './paths-text.ts';
import { PROJECT_ROOT } from './project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'tests', 'paths', 'approved');

/** Writes the paths of these charts into tests/paths/approved. */
export const approvePaths = (charts: ChartWithOptions[]): string => {
  mkdirSync(FOLDER, { recursive: true });
  for (const chart of charts)
    writeFileSync(join(FOLDER, `${chart.name}.txt`), `${pathsText([chart])}\n`);
  return `Approved: ${charts.map(({ name }) => name).join(', ')}`;
};
