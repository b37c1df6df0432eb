import { stateNodesOf } from '#charts/model/chart-edges.ts';
import type { Recording } from '#charts/model/recording.ts';
import { edgePairs } from '../edge-pairs.ts';
import { edgePaths, findPathTo, uncoveredEdges } from '../edge-paths.ts';
import type { ChartWithOptions, LoadedChart } from '../load-chart.ts';
import { inputsOf, takenTypes } from '../path-options.ts';
import { type Replay, replay } from '../replay.ts';
import {
  countText,
  inputLine,
  numberedPaths,
  pathAsText,
  pathCounts,
  reportAsText,
  withPayload,
} from '../report/as-text.ts';
import { asJson, reportChart } from '../report/chart-report.ts';
import { stateMatcher, stateName, valueText } from '../state-names.ts';

/** A subcommand prints its result as plain text by default. */
export interface OutputFormat {
  json?: boolean;
}

const HINT = `No file lists the events of this chart, so each was sent without payload. To list them
with payloads, answers of actors and inputs, write a starting file: add --template`;

const isLoaded = (chart: ChartWithOptions): chart is LoadedChart => 'isGuessed' in chart;

/** What the author of a chart should do next; undefined where all edges are covered. */
const nextHint = (chart: ChartWithOptions): string | undefined => {
  if (!isLoaded(chart)) return undefined;
  const { machine, options, isGuessed } = chart;
  const taken = takenTypes(stateNodesOf(machine));
  const listed = new Set(options.events.map(({ type }) => type));
  const untaken = [...listed].filter((type) => !taken.has(type));
  if (untaken.length > 0 && ![...taken].some((type) => type.endsWith('*')))
    return `No state takes the listed ${untaken.join(', ')}. Check the spelling.`;
  return isGuessed && uncoveredEdges(machine, edgePaths(machine, options)).length > 0
    ? HINT
    : undefined;
};

/**
 * Runs a function, then says on stderr what to do next. An error of a chart whose events were guessed
 * says how to list them.
 */
export const withHint = (charts: ChartWithOptions[], run: () => string): string => {
  try {
    const text = run();
    for (const hint of charts.flatMap((chart) => nextHint(chart) ?? []))
      process.stderr.write(`${hint}\n\n`);
    return text;
  } catch (cause) {
    const isGuessed = charts.some((chart) => isLoaded(chart) && chart.isGuessed);
    if (!isGuessed || !(cause instanceof Error)) throw cause;
    throw new Error(`${cause.message}\n\n${HINT}`, { cause });
  }
};

/** The paths that take every pair of consecutive edges, and the pairs that cannot be. */
export const pairsText = (charts: ChartWithOptions[], { json }: OutputFormat): string => {
  const covers = charts.map(({ name, machine, options }) => ({
    chart: name,
    machine,
    ...edgePairs(machine, options),
  }));
  if (json) return asJson(covers.map(({ machine: _, ...cover }) => cover));
  return covers
    .flatMap(({ chart, machine, pairs, paths, impossible }) => [
      `${chart}: ${countText(pairs.length, 'pair')}, ${pathCounts(paths)}`,
      ...numberedPaths(machine, paths),
      ...(impossible.length > 0 ? ['Pairs that cannot be:'] : []),
      ...impossible.map(({ first, second, reason }) => `  ${first} → ${second}: ${reason}`),
    ])
    .join('\n');
};

/** The shortest path to a state in each chart that has it; throws where no chart has it. */
export const pathToText = (
  charts: ChartWithOptions[],
  state: string,
  { json }: OutputFormat,
): string => {
  const matching = charts.filter(({ machine }) => stateMatcher(machine, state));
  if (matching.length === 0) {
    const states = charts.flatMap(({ machine }) => stateNodesOf(machine).map(stateName));
    throw new Error(`No state ${state}. There are:\n  ${states.join('\n  ')}`);
  }
  const found = matching.map((chart) => ({
    ...chart,
    ...findPathTo(chart.machine, chart.options, state),
  }));
  if (json) return asJson(found.map(({ name, path = null }) => ({ chart: name, to: state, path })));
  return found
    .map(({ name, machine, path, limit = 'its events and inputs do not reach it' }) =>
      path
        ? `${name} reaches ${state} in ${countText(path.steps.length, 'step')}\n${pathAsText(machine, path)}`
        : `${name} has a state ${state}: ${limit}.`,
    )
    .join('\n\n');
};

/** The edge cover of each chart: its paths, and the edges that no event or input can take. */
export const pathsText = (charts: ChartWithOptions[], { json }: OutputFormat = {}): string => {
  const reports = charts.map(({ name, machine, options }) => ({
    machine,
    report: reportChart(name, machine, options),
  }));
  const plain = reports.map(({ report }) => report);
  if (json) return asJson(plain.length === 1 ? plain[0] : plain);
  return reports.map(({ machine, report }) => reportAsText(machine, report)).join('\n\n');
};

/**
 * A replay with the recorded input. A list that was written by hand has none: the first listed input
 * with which it does not diverge is taken, else the one with which it gets furthest.
 */
const replayWithInput = (
  { machine, options }: ChartWithOptions,
  recording: Recording,
): { replayed: Replay; input?: unknown } => {
  if ('input' in recording || recording.chart !== undefined)
    return { replayed: replay(machine, recording) };
  const tries = inputsOf(options).map((input) => ({
    input,
    replayed: replay(machine, { ...recording, input }),
  }));
  const progressOf = ({ replayed: { divergence, steps } }: (typeof tries)[number]) =>
    divergence ? steps.length : Number.POSITIVE_INFINITY;
  const [furthest] = tries.toSorted((a, b) => progressOf(b) - progressOf(a));
  if (!furthest) throw new Error(`${machine.id} has no input to start with`);
  return furthest;
};

/** The states that a recording passes. Throws the same text with the reason where it diverges. */
export const replayText = (chart: ChartWithOptions, recording: Recording): string => {
  const { name } = chart;
  const { input, replayed } = replayWithInput(chart, recording);
  const { start, steps, divergence } = replayed;
  const all = countText(recording.events.length, 'event');
  const passed = [
    ...inputLine(input),
    `  0. → ${valueText(start)}`,
    ...steps.map(
      ({ event, value }, index) =>
        `  ${index + 1}. ${withPayload(event)}\n     → ${valueText(value)}`,
    ),
  ];
  if (!divergence) return [`${name} replays ${all}`, ...passed].join('\n');
  const { event, reason } = divergence;
  const where = event ? `event ${steps.length + 1}, ${withPayload(event)}` : 'the start';
  const diverges = `The replay diverges at ${where}: ${reason}`;
  throw new Error([`${name} replays ${steps.length} of ${all}`, ...passed, diverges].join('\n'));
};
