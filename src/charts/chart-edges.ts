import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { actionName } from './action-name.ts';
import { guardName } from './guard-name.ts';

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
  /** How the guard reads, `and(isReady, not(isLate))`; undefined where it is always taken. */
  guard?: string | undefined;
  /** Ids of the state nodes that it leads to; none where only actions run. */
  targets: string[];
  /** How what it does on the way reads, `tell(emailMissing)`. */
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
      guard: edge.guard === undefined ? undefined : guardName(edge.guard),
      targets: (edge.target ?? []).map(({ id }) => id),
      actions: edge.actions.map(actionName),
    }));
