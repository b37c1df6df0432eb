import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareCharts } from '#charts/diff/compare-charts.ts';
import {
  type DiffReport,
  diffAsMarkdown,
  diffAsText,
  diffPage,
  verdictOf,
} from '#charts/diff/diff-report.ts';
import { chartSvg } from '#charts/svg/chart-svg.ts';
import { importModule, loadChart } from '#paths/load-chart.ts';
import { withSides } from '../charts/read-sides.ts';
import { ROOT } from '../root.ts';
import type { Arguments } from './command-line.ts';

/** Sentences about the paths of each chart, by name. The paths of this project need all of its charts. */
const pathsOf = async (names: string[], root: string, folder: string): Promise<string[][]> => {
  if (names.length === 0 || root !== ROOT) return names.map(() => []);
  try {
    const { comparePaths } = (await importModule(
      join(ROOT, 'src/build/charts/compare-paths.ts'),
    )) as typeof import('../charts/compare-paths.ts');
    return names.map((name) => comparePaths(name, root, folder));
  } catch (error) {
    return names.map(() => [`not compared: ${error instanceof Error ? error.message : error}`]);
  }
};

/** Compares the charts of a commit with those of the work tree. Throws one sentence where it can't be read. */
export const diffCharts = (ref: string, root: string = ROOT): Promise<DiffReport> =>
  withSides(root, ref, async (sides, folder) => {
    const charts = compareCharts(sides.old, sides.new);
    const names = charts.map(({ name }) => name);
    const paths = sides.failures.length > 0 ? [] : await pathsOf(names, root, folder);
    return {
      ref,
      charts: charts.map((chart, index) => ({ ...chart, paths: paths[index] ?? [] })),
      failures: sides.failures,
    };
  });

/** The report for other tools. */
const diffAsJson = ({ charts, ...report }: DiffReport): string => {
  const listed = charts.map(({ name, old, now, differences, paths }) => ({
    name,
    file: (now ?? old)?.file,
    verdict: verdictOf({ name, old, now, differences }),
    differences,
    paths,
  }));
  return `${JSON.stringify({ ...report, charts: listed }, undefined, 2)}\n`;
};

/** What git says by its exit code: 0 no differences, 1 differences, 2 an error. */
const ERROR = 2;

const fail = (error: unknown): void => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = ERROR;
};

/** A file that the command line names; a relative path starts where npm was called. */
const written = (file: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), file);

/** `npm run charts -- otp --svg [file]`: prints or writes the drawing of a chart of machines/ or of any file. */
export const drawChart = async ({ values, positionals: [chart, file] }: Arguments) => {
  try {
    const isOwn = chart !== undefined && existsSync(join(ROOT, 'machines', `${chart}.ts`));
    const wanted = typeof values['export'] === 'string' ? values['export'] : undefined;
    if (chart === undefined) throw new Error('--svg needs a chart: npm run charts -- otp --svg');
    if (!isOwn && !/[/\\]|\.\w+$/.test(chart))
      throw new Error(`No chart ${chart} in machines. A file needs its ending: ./${chart}.ts`);
    const { machine } = await loadChart(isOwn ? join(ROOT, 'machines', `${chart}.ts`) : chart, {
      wanted,
    });
    const svg = await chartSvg(machine);
    if (file === undefined) process.stdout.write(svg);
    else writeFileSync(written(file), svg);
  } catch (error) {
    fail(error);
  }
};

/** `npm run charts -- diff [ref]`: prints what differs; `--html` names the file of the page. */
export const runChartDiff = async (
  { values, positionals: [, ref = 'HEAD'] }: Arguments,
  root: string = ROOT,
) => {
  try {
    const report = await diffCharts(ref, root);
    if (typeof values['html'] === 'string')
      writeFileSync(written(values['html']), await diffPage(report));
    const print = values['markdown'] ? diffAsMarkdown : diffAsText;
    process.stdout.write(values['json'] ? diffAsJson(report) : `${print(report).trimEnd()}\n`);
    if (report.failures.length > 0) process.exitCode = ERROR;
    else if (values['exit-code'] && report.charts.length > 0) process.exitCode = 1;
  } catch (error) {
    fail(error);
  }
};
