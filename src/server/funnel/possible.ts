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

/** Whether actors can stand in a state: it has none of its own. */
const isPlace = ({ states }: ChartTable, number: number): boolean =>
  number > 0 && !states.some((other) => other.startsWith(`${states[number]}.`));

/**
 * Whether actors of a chart can have done this: every edge leads from a state that was entered before, at the start,
 * by another edge, or in the page's beacon before, and every place was entered.
 */
export const isPossible = (table: ChartTable, [started, edges, places]: Counts): boolean => {
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
  return (
    waiting.length === 0 &&
    pairsOf(places).every(([state]) => entered.has(state) && isPlace(table, state))
  );
};
