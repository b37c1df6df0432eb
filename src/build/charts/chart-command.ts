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
import { type ChartToOpen, type LinkedTexts, openBrowser, serveChart } from './open-chart.ts';
import { readChartSource } from './read-chart-source.ts';

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
 * A chart by its name or file, and its page, JSON and paths as the view links to them. Rejects with one
 * sentence where there is no such chart.
 */
export const chartToOpen = async (
  word: string,
  values: Pick<Values, 'export' | 'events'> = {},
): Promise<{
  chart: ChartToOpen;
  texts: LinkedTexts & Record<'/chart.md' | '/chart.json', () => string>;
}> => {
  const [found] = await chartsNamed(word, values);
  if (!found) throw new Error(`No chart ${word}`);
  const { name } = found;
  const loaded = 'exported' in found ? (found as LoadedChart) : undefined;
  const shown = loaded && relative(process.env['INIT_CWD'] ?? process.cwd(), loaded.file);
  const eventsFile = values.events && resolveArgument(values.events);
  const words = [
    loaded?.file ?? name,
    ...(values.export === undefined ? [] : [`--export=${values.export}`]),
    ...(eventsFile ? [`--events=${eventsFile}`] : []),
  ];
  return {
    chart: { name, eventsFile, ...(loaded && { loaded }) },
    texts: {
      '/chart.md': () =>
        describe(loaded ?? found)
          .map((chart) => writeChartPage(chart, { file: shown }))
          .join(''),
      '/chart.json': () => writeChartsJson([found], describe(loaded ?? found)),
      '/paths.txt': () => pathsText(words),
    },
  };
};

/**
 * Writes the page of one chart, or with `json` its description, into a file or the terminal; with `open`,
 * simulates it in the live view. Rejects with one sentence where there is no such chart.
 */
export const runForChart = async (
  word: string,
  target: string | undefined,
  values: Values,
): Promise<void> => {
  const port = portOf(values.port);
  const { chart, texts } = await chartToOpen(word, values);
  if (values.open) {
    const { url } = await serveChart(chart, texts, port);
    console.log(`${chart.name}  ${url}  (Ctrl+C ends)`);
    return openBrowser(url);
  }
  const text = texts[values.json ? '/chart.json' : '/chart.md']();
  if (target === undefined) process.stdout.write(text);
  else writeFileSync(target, text);
};
