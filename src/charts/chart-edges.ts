import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** One way out of a state, as one entry of `on`, `after`, `always`, `onDone` or `onError` says it. */
export interface ChartEdge {
  /** The same in every process: chart, source, event and place among the event's guarded entries. */
  id: string;
  /** The chart that it belongs to. */
  chart: string;
  /** The state node that has it; its id. */
  source: string;
  /** The event's type; empty for `always`. */
  event: string;
  /** The guard's name, or those of a composed one; undefined where it is always taken. */
  guard?: string | undefined;
  /** Ids of the state nodes that it leads to; none where only actions run. */
  targets: string[];
  /** Names of what it does on the way. */
  actions: string[];
}

/** Every state node of a chart, its root first, in the order of the source. */
export const stateNodesOf = (machine: AnyStateMachine): AnyStateNode[] => {
  const withChildren = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states).flatMap(withChildren),
  ];
  return withChildren(machine.root);
};

/** The name of an action or a guard; XState's own are called `xstate.raise` and so on. */
export const nameOf = (named: unknown): string => {
  if (typeof named === 'string') return named;
  if (typeof named !== 'object' && typeof named !== 'function') return '';
  const { type, guards, name } = named as { type?: string; guards?: unknown[]; name?: string };
  // A composed guard is a function, whose name a build may have shortened.
  if (guards) return guards.map(nameOf).join(', ');
  return type ?? name ?? '';
};

/**
 * What tells an edge from all others, for instance `login.open.mode.password.editing|login.submitted|0`.
 * Self-contained, so that it also runs where only its text can be sent: in a page under test.
 */
export const edgeIdOf = (edge: AnyTransitionDefinition): string => {
  const { source, eventType } = edge;
  const siblings = eventType ? source.transitions.get(eventType) : source.always;
  return `${source.id}|${eventType}|${siblings?.indexOf(edge as never) ?? 0}`;
};

/** Every edge of a chart, in the order of the source. */
export const edgesOf = (machine: AnyStateMachine): ChartEdge[] =>
  stateNodesOf(machine)
    .flatMap((node) => [...(node.always ?? []), ...[...node.transitions.values()].flat()])
    .map((edge) => ({
      id: edgeIdOf(edge),
      chart: machine.id,
      source: edge.source.id,
      event: edge.eventType,
      guard: edge.guard === undefined ? undefined : nameOf(edge.guard),
      targets: (edge.target ?? []).map(({ id }) => id),
      actions: edge.actions.map(nameOf),
    }));
