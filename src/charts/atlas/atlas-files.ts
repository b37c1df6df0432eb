import type { ChartDescription } from '../model/describe-chart.ts';
import { writeChartPage } from './write-chart-page.ts';
import { writeIndex } from './write-index.ts';

/** The generated files of the atlas: Markdown by path from `machines/`. */
export const atlasFiles = (charts: ChartDescription[]): Map<string, string> =>
  new Map([
    ['README.md', writeIndex(charts)],
    ...charts.map((chart) => [`atlas/${chart.name}.md`, writeChartPage(chart)] as const),
  ]);
