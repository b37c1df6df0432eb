import { stateNodesOf } from '#charts/model/chart-edges.ts';
import { edgePaths, uncoveredEdges } from '../edge-paths.ts';
import type { ChartWithOptions, LoadedChart } from '../load/load-chart.ts';

const HINT = `No file lists the events of this chart, so each was sent without payload. To list them
with payloads, answers of actors and inputs, write a starting file: add --template`;

const isLoaded = (chart: ChartWithOptions): chart is LoadedChart => 'isGuessed' in chart;

/** Event types that the options list and that no state of the chart handles. */
const unheardTypes = ({ machine, options }: ChartWithOptions): string[] => {
  const heard = new Set(stateNodesOf(machine).flatMap((node) => [...node.transitions.keys()]));
  if ([...heard].some((type) => type.endsWith('*'))) return [];
  return [...new Set(options.events.map(({ type }) => type))].filter((type) => !heard.has(type));
};

/** What the author of a chart should do next; undefined where all edges are covered. */
const nextHint = (chart: ChartWithOptions): string | undefined => {
  if (!isLoaded(chart)) return undefined;
  const unheard = unheardTypes(chart);
  if (unheard.length > 0)
    return `No state takes the listed ${unheard.join(', ')}. Check the spelling.`;
  const { machine, options, isGuessed } = chart;
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
