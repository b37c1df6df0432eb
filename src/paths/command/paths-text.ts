import { edgePaths } from '../edge-paths.ts';
import type { ChartWithOptions } from '../load/load-chart.ts';
import { pathsAsGherkin } from '../report/as-gherkin.ts';
import { asJson } from '../report/as-json.ts';
import { reportAsText } from '../report/as-text.ts';
import { reportChart } from '../report/chart-report.ts';
import type { OutputFormat } from './output-format.ts';

/** The edge cover of each chart: its paths, and the edges that no event or input can take. */
export const pathsText = (
  charts: ChartWithOptions[],
  { json, gherkin }: OutputFormat = {},
): string => {
  if (gherkin)
    return charts
      .map(({ machine, options }) => pathsAsGherkin(machine, edgePaths(machine, options)))
      .join('\n\n');
  const reports = charts.map(({ name, machine, options }) => ({
    machine,
    report: reportChart(name, machine, options),
  }));
  const plain = reports.map(({ report }) => report);
  if (json) return asJson(plain.length === 1 ? plain[0] : plain);
  return reports.map(({ machine, report }) => reportAsText(machine, report)).join('\n\n');
};
