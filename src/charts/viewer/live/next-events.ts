import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';

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

/** An event for which an active state has a transition. */
interface NextEvent {
  type: string;
  /** The guards of its transitions; empty when one of them has no guard. */
  guards: string[];
  /** Whether XState sends it itself: the end of a delay, the result of a child actor. */
  isInternal: boolean;
}

/** The events for which the active states have transitions, those of the visitor first. */
export const nextEvents = (machine: AnyStateMachine, active: readonly string[]): NextEvent[] => {
  const edges = edgesOf(machine).filter(
    ({ source, event }) => active.includes(source) && event !== '',
  );
  const types = [...new Set(edges.map(({ event }) => event))];
  const events = types.map((type) => {
    const ofType = edges.filter(({ event }) => event === type);
    return {
      type,
      guards: ofType.every(({ guard }) => guard !== undefined)
        ? [...new Set(ofType.map(({ guard = '' }) => guard))]
        : [],
      isInternal: type.startsWith('xstate.'),
    };
  });
  return [
    ...events.filter(({ isInternal }) => !isInternal),
    ...events.filter(({ isInternal }) => isInternal),
  ];
};
