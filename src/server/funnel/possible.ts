import type { InferType } from 'yup';
import type { funnelCall } from '#contract/calls/funnel.ts';
import type { ChartTable } from '#contract/funnel.ts';

type Body = InferType<(typeof funnelCall)['body']>;
type Part = Body['charts'][number];
/** What a beacon says of a chart: how many started, pairs of edges and counts, pairs of states and changes. */
export type Counts = Part extends [unknown, unknown, ...infer Rest] ? Rest : never;

/** Pairs of a number and its count, from the flat form of a beacon. */
export const pairsOf = (numbers: readonly number[]): [number: number, count: number][] =>
  numbers.flatMap((number, index) =>
    index % 2 === 0 ? [[number, numbers[index + 1] ?? 0] as [number, number]] : [],
  );

/** The numbers of a state and of the states that contain it. */
const withAncestors = ({ states }: ChartTable, number: number): number[] => {
  const path = states[number] ?? '';
  return states.flatMap((other, index) =>
    index === 0 || path === other || path.startsWith(`${other}.`) ? [index] : [],
  );
};

/** The numbers of the states directly in a state. */
const statesIn = ({ states }: ChartTable, number: number): number[] => {
  const prefix = number === 0 ? '' : `${states[number]}.`;
  return states.flatMap((path, index) =>
    index > 0 && path.startsWith(prefix) && !path.slice(prefix.length).includes('.') ? [index] : [],
  );
};

/**
 * How many more actors stand in a state, or fewer: the sum of its states, or what each of its regions has. NaN if its
 * regions differ, or if actors stand in it and in none of its states.
 */
const standing = (table: ChartTable, places: ReadonlyMap<number, number>, state = 0): number => {
  const [first, ...others] = statesIn(table, state).map((inner) => standing(table, places, inner));
  if (first === undefined) return places.get(state) ?? 0;
  if (places.has(state)) return Number.NaN;
  if (!table.parallel.includes(state)) return others.reduce((sum, count) => sum + count, first);
  return others.every((count) => count === first) ? first : Number.NaN;
};

/**
 * Whether actors of a chart can have done this: every edge leads from a state that was entered before, at the start,
 * by another edge, or in the page's beacon before, every place was entered, each actor stands in one state of a region,
 * and nobody leaves an end.
 */
export const isPossible = (table: ChartTable, counts: Counts): boolean => {
  const [started, edges, places] = counts;
  const entered = new Set(started > 0 ? table.initial : []);
  for (const [state, change] of pairsOf(places))
    if (change <= 0) for (const number of withAncestors(table, state)) entered.add(number);
  let waiting = pairsOf(edges).map(([number]) => table.edges[number]);
  for (let count = -1; count !== waiting.length; ) {
    count = waiting.length;
    waiting = waiting.filter((edge) => {
      if (!edge || !entered.has(edge.source)) return true;
      for (const number of edge.enters) entered.add(number);
      return false;
    });
  }
  const isReached = pairsOf(places).every(([state]) => entered.has(state));
  const isEndLeft = pairsOf(places).some(([state, by]) => by < 0 && table.final.includes(state));
  const isAnywhere = standing(table, new Map(pairsOf(places))) === started;
  return waiting.length === 0 && isReached && !isEndLeft && isAnywhere;
};
