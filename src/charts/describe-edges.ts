import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { type ChartEdge, edgeIdOf, edgesOf, stateNodesOf } from './chart-edges.ts';
import { guardNamesIn } from './guard-name.ts';

/** What sets off an edge. */
export type Cause = 'event' | 'always' | 'done' | 'error' | 'snapshot' | 'after' | 'stateDone';

/** One way out of a state, with what sets it off. */
export interface EdgeDescription extends ChartEdge {
  cause: Cause;
  /** Whom or what it waits for: an actor's id, a delay's name or milliseconds, a state's id. */
  of?: string | undefined;
  /** The names that its guard is made of. */
  guards: string[];
  /** Whether it leaves and enters again a state that it leads within. */
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

/** What sets off an event of this type, and of whom: `xstate.done.actor.otp` is `done` of `otp`. */
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

/** Every edge of a chart, in the order of the source. */
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
