import { compareCode, compareTypes } from './compare-code.ts';
import { compareEdges } from './compare-edges.ts';
import { compareStates } from './compare-states.ts';
import { type Difference, difference } from './difference.ts';
import type { ChartSide } from './forms.ts';
import { matchContext, matchNames, renamer } from './match-names.ts';
import { matchStates } from './match-states.ts';

/** What differs between two versions of a chart; one version is undefined for an added or removed chart. */
export interface ChartDifference {
  name: string;
  old?: ChartSide | undefined;
  now?: ChartSide | undefined;
  differences: Difference[];
}

/** Share of common states from which a chart of another file and id is the same one. */
const COMMON_STATES_MIN = 0.6;

const isLike = (one: ChartSide, other: ChartSide): boolean => {
  const paths = ({ description }: ChartSide) => description.states.map(({ path }) => path);
  const common = paths(one).filter((path) => paths(other).includes(path)).length;
  return common / Math.max(paths(one).length, paths(other).length) >= COMMON_STATES_MIN;
};

const comparePair = (before: ChartSide, now: ChartSide): Difference[] => {
  const names = matchContext(before, now);
  const old = names.size > 0 ? { ...before, forms: before.formsWith(names) } : before;
  const renames = matchNames(old, now, matchStates(old.description, now.description));
  const pair = { old, now, renames, rename: renamer(renames, old, now) };
  const found = [
    ...(old.file === now.file
      ? []
      : [difference('~', `file ${old.file} renamed to ${now.file}`, { effect: 'none' })]),
    ...compareStates(pair),
    ...compareEdges(pair),
    ...compareCode(pair),
    ...compareTypes(pair),
  ];
  if (found.length > 0 || old.forms.code === now.forms.code) return found;
  return [
    difference('~', 'its code is written in another order or way, the chart is the same', {
      effect: 'none',
    }),
  ];
};

/** What differs between the charts of two versions; charts of which nothing differs are left out. */
export const compareCharts = (old: ChartSide[], now: ChartSide[]): ChartDifference[] => {
  const matched = new Map<ChartSide, ChartSide>();
  const ways: ((one: ChartSide, other: ChartSide) => boolean)[] = [
    (one, other) => one.file === other.file && one.machine.id === other.machine.id,
    (one, other) => one.file === other.file,
    (one, other) => one.machine.id === other.machine.id,
    isLike,
  ];
  for (const isSame of ways)
    for (const one of old) {
      const other = now.find((side) => ![...matched.values()].includes(side) && isSame(one, side));
      if (other && !matched.has(one)) matched.set(one, other);
    }
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const counted = ({ description: { states, edges } }: ChartSide) =>
    `with ${count(states.length - 1, 'state')} and ${count(edges.length, 'edge')}`;
  const gone = old.filter((side) => !matched.has(side));
  const added = now.filter((side) => ![...matched.values()].includes(side));
  const found: Omit<ChartDifference, 'name'>[] = [
    ...gone.map((old) => ({
      old,
      differences: [difference('-', `chart removed, ${counted(old)}`)],
    })),
    ...added.map((now) => ({
      now,
      differences: [difference('+', `chart added, ${counted(now)}`)],
    })),
    ...[...matched].map(([old, now]) => ({ old, now, differences: comparePair(old, now) })),
  ];
  return found
    .filter(({ differences }) => differences.length > 0)
    .map((one) => ({ ...one, name: (one.now ?? one.old)?.description.name ?? '' }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
};
