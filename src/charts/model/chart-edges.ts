import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { actionName } from './action-name.ts';
import { guardName } from './guard-name.ts';

/** A transition of a state: one entry of `on`, `after`, `always`, `onDone` or `onError`. */
export interface ChartEdge {
  /** Stable id: source state, event type, and index among the transitions of that event. */
  id: string;
  /** Id of the machine. */
  chart: string;
  /** Id of the source state node. */
  source: string;
  /** Event type; empty for `always`. */
  event: string;
  /** The guard as text, `and(isReady, not(isLate))`; undefined without a guard. */
  guard?: string | undefined;
  /** Ids of the target state nodes; none for a transition with actions only. */
  targets: string[];
  /** The actions as text, `notify(emailMissing)`. */
  actions: string[];
}

/** Every state node of a chart in source order, the root first. */
export const stateNodesOf = (machine: AnyStateMachine): AnyStateNode[] => {
  const withChildren = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states).flatMap(withChildren),
  ];
  return withChildren(machine.root);
};

/**
 * The id of an edge, for instance `login.open.mode.password.editing|login.submitted|0`.
 * Self-contained, because browser tests send the text of this function to the page.
 */
export const edgeIdOf = (edge: AnyTransitionDefinition): string => {
  const { source, eventType } = edge;
  const siblings = eventType ? source.transitions.get(eventType) : source.always;
  return `${source.id}|${eventType}|${siblings?.indexOf(edge as never) ?? 0}`;
};

/** Every edge of a chart, in source order. */
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
