import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';

/** The active states without child states. An id says nothing about its depth: charts may set ids. */
export const activeLeaves = (machine: AnyStateMachine, active: readonly string[]): AnyStateNode[] =>
  stateNodesOf(machine).filter(
    ({ id, states }) => active.includes(id) && Object.keys(states).length === 0,
  );

const files = import.meta.glob<string[]>('../../../../.cache/edge-coverage/*.json', {
  import: 'default',
  eager: true,
});

const edgesByChart = new Map(
  Object.entries(files).map(([file, edges]) => [
    file.replace(/^.*\/|\.json$/g, ''),
    new Set(edges),
  ]),
);

/** Ids of the edges that the last run of the browser tests covered; undefined before a first run. */
export const coveredEdges = (chart: string): ReadonlySet<string> | undefined =>
  edgesByChart.get(chart);
