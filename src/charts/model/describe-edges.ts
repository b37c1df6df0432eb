import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { type ChartEdge, edgeIdOf, edgesOf, stateNodesOf } from './chart-edges.ts';
import { guardNamesIn } from './guard-name.ts';

/** The kind of trigger of an edge. */
export type Cause = 'event' | 'always' | 'done' | 'error' | 'snapshot' | 'after' | 'stateDone';

/** An edge with its trigger. */
export interface EdgeDescription extends ChartEdge {
  cause: Cause;
  /** The trigger's subject: actor id, delay name or milliseconds, or state id. */
  of?: string | undefined;
  /** Names of the guards that its guard combines. */
  guards: string[];
  /** Whether it re-enters its source state. */
  reenter: boolean;
  description?: string | undefined;
}

const CAUSES: [Cause, RegExp][] = [
  ['done', /^xstate\.done\.actor\.(.*)$/],
  ['error', /^xstate\.error\.actor\.(.*)$/],
  ['snapshot', /^xstate\.snapshot\.(.*)$/],
  ['after', /^xstate\.after\.(.*)$/],
  ['stateDone', /^xstate\.done\.state\.(.*)$/],
];

/** The trigger of an event type: `xstate.done.actor.otp` is `done` of `otp`. */
export const causeOf = (event: string): { cause: Cause; of?: string } => {
  if (event === '') return { cause: 'always' };
  for (const [cause, pattern] of CAUSES) {
    const of = pattern.exec(event)?.[1];
    if (of !== undefined) return { cause, of };
  }
  return { cause: 'event' };
};

const describeEdge = (edge: ChartEdge, definition: AnyTransitionDefinition): EdgeDescription => {
  const { cause, of } = causeOf(edge.event);
  const delay = cause === 'after' ? of?.slice(0, -`.${edge.source}`.length) : undefined;
  return {
    ...edge,
    cause,
    of: delay ?? of,
    guards: guardNamesIn(definition.guard),
    reenter: definition.reenter,
    description: definition.description,
  };
};

/** Every edge of a chart, in source order. */
export const describeEdges = (machine: AnyStateMachine): EdgeDescription[] => {
  const definitions = new Map(
    stateNodesOf(machine)
      .flatMap((node) => [...(node.always ?? []), ...[...node.transitions.values()].flat()])
      .map((edge) => [edgeIdOf(edge), edge]),
  );
  return edgesOf(machine).flatMap((edge) => {
    const definition = definitions.get(edge.id);
    return definition ? [describeEdge(edge, definition)] : [];
  });
};
