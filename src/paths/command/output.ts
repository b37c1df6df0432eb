import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { charts } from '#charts/model/all-charts.ts';
import { edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';
import type { Recording } from '#charts/model/recording.ts';
import { isObject } from '../child-answers.ts';
import { edgePaths, pathTo } from '../edge-paths.ts';
import {
  type ChartWithOptions,
  checkOptions,
  type LoadedChart,
  loadChart,
  PROJECT_ROOT,
  pathsFileOf,
  readJson,
  resolveArgument,
} from '../load-chart.ts';
import { allOptions } from '../options/all-options.ts';
import { limitsOf } from '../path-options.ts';
import { countText } from '../report/as-text.ts';
import { asJson, isIncomplete, reportChart } from '../report/chart-report.ts';
import { stateMatcher } from '../state-names.ts';
import { templateText } from '../template/template-text.ts';
import type { PathsArguments } from './command.ts';
import {
  type OutputFormat,
  pairsText,
  pathsText,
  pathToText,
  replayText,
  withHint,
} from './texts.ts';

const EDGES = join(PROJECT_ROOT, '.cache', 'edge-coverage');

/**
 * Which edges of each chart the last browser run took: `<chart>.json` is an array of their ids,
 * `<chart>.injected.json` of those that were taken only because the test sent the event to the actor itself.
 */
const coverageText = (charts: ChartWithOptions[], { json }: OutputFormat): string => {
  const all = existsSync(EDGES) ? readdirSync(EDGES) : [];
  const files = all.filter((file) => file.endsWith('.json'));
  const read = (chosen: string[]) =>
    new Set(chosen.flatMap((file) => readJson(join(EDGES, file)) as string[]));
  const recorded = read(files);
  const injectedIds = read(files.filter((file) => file.endsWith('.injected.json')));
  const coverage = charts.map(({ name, machine }) => {
    const ids = edgesOf(machine).map(({ id }) => id);
    const missing = ids.filter((id) => !recorded.has(id));
    const injected = ids.filter((id) => injectedIds.has(id));
    return { name, edges: ids.length, taken: ids.length - missing.length, missing, injected };
  });
  if (json) return asJson(files.length === 0 ? null : coverage);
  if (files.length === 0)
    return 'No browser run has been recorded: npm test -- tests/chart-paths records the edges it takes.';
  return coverage
    .map(({ name, edges, taken, missing, injected }) =>
      [
        `${name}: ${taken} of ${countText(edges, 'edge')}`,
        ...missing.map((id) => `  not taken: ${id}`),
        ...injected.map((id) => `  event sent by the test: ${id}`),
      ].join('\n'),
    )
    .join('\n');
};

/** A table of charts with their numbers of states, edges, paths and steps. */
const listCharts = (charts: ChartWithOptions[]): string => {
  const rows = charts.map(({ name, machine, options }) => {
    const paths = edgePaths(machine, options);
    const steps = paths.flatMap((path) => path.steps);
    return [
      name,
      stateNodesOf(machine).length - 1,
      edgesOf(machine).length,
      paths.length,
      steps.length,
    ].map(String);
  });
  const all = [['chart', 'states', 'edges', 'paths', 'steps'], ...rows];
  const widths = all[0]?.map((_, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  const cellText = (cell: string, column: number) =>
    cell[column === 0 ? 'padEnd' : 'padStart'](widths?.[column] ?? 0);
  return all.map((row) => row.map(cellText).join('  ')).join('\n');
};

const FOLDER = join(PROJECT_ROOT, 'tests', 'paths', 'approved');

/** Writes the paths of charts into tests/paths/approved, those of another file beside it. */
const approvePaths = (charts: (ChartWithOptions & { file?: string })[]): string => {
  for (const chart of charts) {
    const target = chart.file ? pathsFileOf(chart.file, 'txt') : join(FOLDER, `${chart.name}.txt`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${pathsText([chart])}\n`);
  }
  return `Approved: ${charts.map(({ name, file }) => (file ? pathsFileOf(file, 'txt') : name)).join(', ')}`;
};

/** Reads a recording of the live view, or a plain list of events. Throws if it is neither. */
export const readRecording = (word: string): Recording => {
  const read = readJson(resolveArgument(word));
  const list: unknown = isObject(read) && !Array.isArray(read) ? read['events'] : read;
  if (!Array.isArray(list))
    throw new Error(`${word} is no recording: it has no list of events. The live view saves one.`);
  const steps = list.map((entry) =>
    isObject(entry) && isObject(entry['event']) ? entry : { event: entry },
  );
  const events = steps.map(({ event }) => event);
  checkOptions(events, word);
  return { ...(Array.isArray(read) ? {} : (read as Recording)), events: steps as never };
};

const projectFileOf = (name: string): string => `${PROJECT_ROOT}machines/${name}.ts`;

/** Writes a starting file with the events and inputs of a chart. Throws if the file exists. */
const writeTemplate = (chart: LoadedChart): string => {
  const { file } = chart;
  const name = basename(file, '.ts');
  const isOfProject = projectFileOf(name) === file;
  if (isOfProject && allOptions[name])
    throw new Error(`src/paths/options has ${name} already; it is not overwritten.`);
  const target = isOfProject
    ? join(PROJECT_ROOT, 'src', 'paths', 'options', basename(file))
    : pathsFileOf(file);
  const text = templateText(chart, isOfProject ? name : undefined);
  const shown = relative(process.env['INIT_CWD'] ?? process.cwd(), target);
  if (existsSync(target)) throw new Error(`${shown} exists already; it is not overwritten.`);
  writeFileSync(target, text, { flag: 'wx' });
  return `Wrote ${shown} with sample values. Edit them, then print the paths again without --template.`;
};

const projectCharts: ChartWithOptions[] = charts.map(({ name, machine }) => ({
  name,
  machine,
  options: allOptions[name] ?? { events: [] },
}));

/** Whether a word names a file of a chart. */
export const isFile = (name: string): boolean => /[/\\]|^\.|\.[cm]?[jt]sx?$/.test(name);

/**
 * The chart with a name or in a file, or every chart of the project. Throws one sentence where there is
 * none.
 */
export const chartsNamed = async (
  name: string | undefined,
  { events, export: wanted }: Pick<PathsArguments['values'], 'events' | 'export'>,
): Promise<ChartWithOptions[]> => {
  if (name === undefined) return projectCharts;
  const file = isFile(name) ? resolveArgument(name) : undefined;
  const chart = projectCharts.find((known) =>
    file === undefined
      ? known.name === name || known.machine.id === name
      : projectFileOf(known.name) === file && events === undefined,
  );
  if (chart) return [chart];
  if (file !== undefined) return [await loadChart(name, { eventsWord: events, wanted })];
  const names = projectCharts.map((known) => known.name).join(', ');
  throw new Error(`No chart ${name}. There are: ${names}. A file needs its ending: ./${name}.ts`);
};

/** Finds the charts, and tells which limits they are searched with: flags before options. */
const findCharts = async (
  name: string | undefined,
  { values, limits, onLimits }: PathsArguments,
): Promise<ChartWithOptions[]> => {
  const found = (await chartsNamed(name, values)).map((chart) => ({
    ...chart,
    options: { ...chart.options, limits: { ...chart.options.limits, ...limits } },
  }));
  const [first] = found;
  if (first) onLimits?.(limitsOf(first.options));
  return found;
};

const replayed = async (words: PathsArguments, file: string): Promise<string> => {
  const recording = readRecording(file);
  const wanted = words.positionals[0] ?? recording.chart;
  const [chart] = wanted === undefined ? [] : await findCharts(wanted, words);
  if (!chart)
    throw new Error('A plain list of events needs a chart: npm run paths -- login --events-from …');
  return replayText(chart, recording);
};

/** Throws with `--strict` where an edge or a state is not covered, or with `--to` where no path leads to it. */
const assertCovered = (charts: ChartWithOptions[], to?: string): void => {
  const uncovered = charts.filter(({ name, machine, options }) =>
    to === undefined
      ? isIncomplete(reportChart(name, machine, options))
      : stateMatcher(machine, to) && !pathTo(machine, options, to),
  );
  if (uncovered.length > 0)
    throw new Error(
      `--strict: not everything is covered in ${uncovered.map(({ name }) => name).join(', ')}`,
    );
};

/**
 * Prints what the words ask for. Throws one sentence where they name no chart or no state, where a
 * replay diverges, and with `--strict` where something is not covered.
 */
export const printPaths = async (words: PathsArguments): Promise<void> => {
  const { values, positionals } = words;
  const [name] = positionals;
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (values['events-from'] !== undefined) print(await replayed(words, values['events-from']));
  else if (values.template) {
    if (name === undefined)
      throw new Error('--template needs a chart: npm run paths -- ./door.ts --template');
    const file = isFile(name) ? name : projectFileOf(name);
    print(writeTemplate(await loadChart(file, { wanted: values.export })));
  } else {
    const chosen = await findCharts(name, words);
    const text = withHint(chosen, () => {
      if (values.coverage) return coverageText(chosen, values);
      if (values.approve) return approvePaths(chosen);
      if (values.pairs) return pairsText(chosen, values);
      if (values.to !== undefined) return pathToText(chosen, values.to, values);
      const isList = name === undefined && !values.json;
      return isList ? listCharts(chosen) : pathsText(chosen, values);
    });
    print(text);
    if (values.strict) assertCovered(chosen, values.to);
  }
};
