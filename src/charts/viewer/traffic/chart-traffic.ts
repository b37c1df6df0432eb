import { statePath, statePaths } from '#charts/model/state-paths.ts';
import { DAY_MS } from '#contract/durations.ts';
import type { FunnelChart } from '#contract/funnel.ts';
import { versionOf } from '#machines/rules/edges.ts';
import type { ChartGraph } from '../layout/elk-graph.ts';

/** A sum; null is below five. */
export type Sum = number | null;
export type Period = 'now' | 'before';
export const PERIOD_NAMES: Record<Period, string> = {
  now: 'this period',
  before: 'the period before',
};
/** A sum for each period. */
export type Count = Record<Period, Sum>;

/** The counts of a report on the states and edges of a chart as it is now. */
export interface ChartTraffic {
  started: Count;
  finished: Count;
  /** How often each edge was taken, by its id. */
  edges: ReadonlyMap<string, Count>;
  /** How many stopped in each state without child states, by its id. */
  left: ReadonlyMap<string, Count>;
  /** Ids of the states that end the chart: who stops there has finished. */
  ends: ReadonlySet<string>;
  /** The weight of the line that was taken most, in either period. */
  largest: number;
  /** Counts of edges and states that the chart no longer has, by path. */
  older: ReadonlyMap<string, Count>;
  /** The versions of the counts; `isOpen`: the shown chart is this one. */
  versions: { version: string; started: Sum; isOpen: boolean }[];
}

/** The middle of one to four, for sums below five where lines are compared. */
const WEIGHT_BELOW_FIVE = 2.5;

/** How much a line of edges was taken, to compare lines by. */
const weightOf = (edges: ChartTraffic['edges'], line: readonly string[], period: Period): number =>
  line
    .flatMap((id) => edges.get(id) ?? [])
    .reduce((total, count) => total + (count[period] ?? WEIGHT_BELOW_FIVE), 0);

/** The counts of a report's keys, by other names for them. */
const countsOf = (
  { now, before }: FunnelChart,
  counted: 'edges' | 'left',
  keys: Iterable<[name: string, key: string]>,
) =>
  new Map(
    [...keys].map(([name, key]): [string, Count] => {
      const { [key]: sumNow = 0 } = now[counted];
      const { [key]: sumBefore = 0 } = before[counted];
      return [name, { now: sumNow, before: sumBefore }];
    }),
  );

/** The counts of a report's keys that are not among the known ones. */
const otherCounts = (chart: FunnelChart, counted: 'edges' | 'left', known: Iterable<string>) => {
  const keys = new Set(Object.keys({ ...chart.before[counted], ...chart.now[counted] }));
  for (const key of known) keys.delete(key);
  return countsOf(chart, counted, keys.entries());
};

/** The counts of a chart on its graph. */
export const chartTraffic = (
  { machine, bundles, states, edgeNames }: ChartGraph,
  chart: FunnelChart,
): ChartTraffic => {
  const { now, before, versions } = chart;
  const edges = countsOf(chart, 'edges', edgeNames);
  const shown = versionOf(machine);
  const leaves = states
    .map(({ state }) => state)
    .filter((state) => Object.keys(state.states).length === 0 && state.type !== 'history');
  const lines = [...bundles, ...states.map(({ internal }) => ({ edges: internal }))].map((line) =>
    line.edges.map(({ id }) => id),
  );
  return {
    started: { now: now.started, before: before.started },
    finished: { now: now.finished, before: before.finished },
    edges,
    left: countsOf(
      chart,
      'left',
      leaves.map((state) => [state.id, statePath(state)]),
    ),
    ends: new Set(
      leaves
        .filter(({ type, parent }) => type === 'final' && parent === machine.root)
        .map(({ id }) => id),
    ),
    largest: Math.max(
      1,
      ...lines.flatMap((line) => [weightOf(edges, line, 'now'), weightOf(edges, line, 'before')]),
    ),
    older: new Map([
      ...otherCounts(chart, 'edges', edgeNames.values()),
      ...otherCounts(chart, 'left', statePaths(machine).values()),
    ]),
    versions: versions.map((one) => ({ ...one, isOpen: one.version === shown })),
  };
};

/** How much of the traffic of the largest line a line has in a period: 0 to 1; 0 only if nobody took it. */
export const lineShare = (
  { edges, largest }: ChartTraffic,
  period: Period,
  line: readonly string[],
): number => weightOf(edges, line, period) / largest;

/** The states that are no end, those in which most stopped in this period first. */
export const statesByLeft = ({ left, ends }: ChartTraffic): string[] =>
  [...left]
    .filter(([id]) => !ends.has(id))
    .toSorted(([, a], [, b]) => (b.now ?? WEIGHT_BELOW_FIVE) - (a.now ?? WEIGHT_BELOW_FIVE))
    .map(([id]) => id);

const exact = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
/** Longer numbers are rounded: `12.3K`. */
const EXACT_MAX = 9999;

/** A sum as text: `<5`, `1,240`, `12.3K`. */
export const sumText = (sum: Sum): string =>
  sum === null ? '<5' : (sum > EXACT_MAX ? compact : exact).format(sum);

/** The part that a sum is of a whole, 0 to 1; undefined if either is unknown. */
export const partOf = (sum: Sum, whole: Sum): number | undefined =>
  sum === null || !whole ? undefined : sum / whole;

/** A sum with its part of a whole, where that is known and not 0: `31 (2.5%)`. */
export const partText = (sum: Sum, whole: Sum): string => {
  const part = partOf(sum, whole);
  return part ? `${sumText(sum)} (${percent.format(part)})` : sumText(sum);
};

/** The change from the period before: `+12%`, `new`; empty if a sum is unknown or nothing was counted. */
export const changeText = ({ now, before }: Count): string => {
  if (now === null || before === null || (now === 0 && before === 0)) return '';
  if (before === 0) return 'new';
  const change = Math.round((100 * (now - before)) / before);
  return `${change < 0 ? '−' : change > 0 ? '+' : '±'}${Math.abs(change)}%`;
};

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The days of a period: `16–22 Nov`; its end is not included. */
export const periodText = ({ from, to }: { from: string; to: string }): string =>
  day.formatRange(new Date(from), new Date(Date.parse(to) - DAY_MS));
