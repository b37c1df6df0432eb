import { writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { LoadedChart } from '../load/load-chart.ts';
import { optionsFileOf } from '../load/neighbor-files.ts';
import { templateText } from '../template/template-text.ts';
import { PROJECT_ROOT } from './project-root.ts';

/** Writes a starting file with the events and inputs of a chart. Throws if the file exists. */
export const writeTemplate = (chart: LoadedChart): string => {
  const { file } = chart;
  // The events of the project's own charts are in src/paths/options.
  const isOfProject = dirname(file) === join(PROJECT_ROOT, 'machines');
  const target = isOfProject
    ? join(PROJECT_ROOT, 'src', 'paths', 'options', basename(file))
    : optionsFileOf(file);
  const text = templateText(chart, isOfProject ? `#machines/${basename(file)}` : undefined);
  const shown = relative(process.env['INIT_CWD'] ?? process.cwd(), target);
  try {
    writeFileSync(target, text, { flag: 'wx' });
  } catch (cause) {
    const isExisting = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw isExisting
      ? new Error(`${shown} exists already; it is not overwritten.`, { cause })
      : cause;
  }
  return `Wrote ${shown} with sample values. Edit them, then print the paths again without --template.`;
};
