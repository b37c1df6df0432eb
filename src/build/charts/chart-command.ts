import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { writeChartsJson } from '#charts/chart-docs/chart-doc-files.ts';
import { writeChartPage } from '#charts/chart-docs/write-chart-page.ts';
import { type Chart, linkCharts } from '#charts/model/all-charts.ts';
import { type ChartDescription, describeChart } from '#charts/model/describe-chart.ts';
import { chartsNamed } from '#paths/command/output.ts';
import { type LoadedChart, resolveArgument } from '#paths/load-chart.ts';
import { ROOT } from '../root.ts';
import { describeAll } from './describe-all.ts';
import { openBrowser, serveChart } from './open-chart.ts';
import { readChartSource } from './read-chart-source.ts';

/** The options of `npm run charts -- <chart>`. */
interface Values {
  json?: boolean;
  open?: boolean;
  port?: string;
  export?: string;
  events?: string;
}

const PORT_MAX = 65_535;

const portOf = (word: string | undefined): number | undefined => {
  const port = Number(word);
  if (word === undefined) return undefined;
  if (Number.isInteger(port) && port >= 0 && port <= PORT_MAX) return port;
  throw new Error(`--port needs a number up to ${PORT_MAX}, not ${word}`);
};

const describe = ({ name, machine, file }: Chart & { file?: string }): ChartDescription[] =>
  file === undefined
    ? describeAll().filter((chart) => chart.name === name)
    : linkCharts([
        describeChart({ name, machine }, readChartSource(readFileSync(file, 'utf8'), machine.id)),
      ]);

/** What `npm run paths` prints for the same words: in a process, which ends a search that never ends. */
const pathsText = (words: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'src/build/run.js'), 'paths', ...words],
      { maxBuffer: 64 * 2 ** 20 },
      (_error, stdout, stderr) => resolve([stderr, stdout].filter(Boolean).join('\n')),
    );
  });

/**
 * The page of one chart, or with `--json` its description, into a file or the terminal; with `--open` the
 * live view with a simulation of it. Rejects with one sentence where there is no such chart.
 */
export const runForChart = async (
  word: string,
  target: string | undefined,
  values: Values,
): Promise<void> => {
  const { json, open, port, events } = values;
  const [chart] = await chartsNamed(word, values);
  if (!chart) throw new Error(`No chart ${word}`);
  const { name } = chart;
  const loaded = 'exported' in chart ? (chart as LoadedChart) : undefined;
  const file = loaded?.file;
  const shown = file && relative(process.env['INIT_CWD'] ?? process.cwd(), file);
  const page = () =>
    describe({ ...chart, ...(file && { file }) })
      .map((described) => writeChartPage(described, shown))
      .join('');
  const asJson = () => writeChartsJson([chart], describe({ ...chart, ...(file && { file }) }));
  if (!open) {
    const text = json ? asJson() : page();
    if (target === undefined) process.stdout.write(text);
    else writeFileSync(target, text);
    return;
  }
  const eventsFile = events && resolveArgument(events);
  const words = [
    file ?? name,
    ...(values.export === undefined ? [] : [`--export=${values.export}`]),
    ...(eventsFile ? [`--events=${eventsFile}`] : []),
  ];
  const { url } = await serveChart(
    { name, ...(loaded && { loaded }), eventsFile },
    { '/chart.md': page, '/chart.json': asJson, '/paths.txt': () => pathsText(words) },
    portOf(port),
  );
  console.log(`${name}  ${url}  (Ctrl+C ends)`);
  openBrowser(url);
};
