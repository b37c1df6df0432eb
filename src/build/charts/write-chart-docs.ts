import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartDocFiles, writeChartsJson } from '#charts/chart-docs/chart-doc-files.ts';
import { charts } from '#charts/model/all-charts.ts';
import { ROOT } from '../root.ts';
import { describeAll } from './describe-all.ts';

/** Definition and description of every chart. */
export const chartsAsJson = (): string => writeChartsJson(charts, describeAll());

/** Writes machines/README.md and the pages of machines/chart-docs; returns what it did. */
export const writeChartDocs = async (): Promise<string> => {
  const folder = join(ROOT, 'machines', 'chart-docs');
  const files = await chartDocFiles(describeAll(), charts);
  // The folder is emptied, so that the page of a removed chart does not stay.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of files) writeFileSync(join(ROOT, 'machines', file), text);
  return `${charts.length} charts in ${folder}`;
};
