import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ChartWithOptions } from '../load/load-chart.ts';
import { approvedFileOf } from '../load/neighbor-files.ts';
import { pathsText } from './paths-text.ts';
import { PROJECT_ROOT } from './project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'tests', 'paths', 'approved');

/** Writes the paths of charts into tests/paths/approved, those of another file beside it. */
export const approvePaths = (charts: (ChartWithOptions & { file?: string })[]): string => {
  for (const chart of charts) {
    const target = chart.file ? approvedFileOf(chart.file) : join(FOLDER, `${chart.name}.txt`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${pathsText([chart])}\n`);
  }
  return `Approved: ${charts.map(({ name, file }) => (file ? approvedFileOf(file) : name)).join(', ')}`;
};
