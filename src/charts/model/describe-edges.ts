import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { edgeIdOf, transitionsOf } from '#machines/rules/edges.ts';
import { type ChartEdge, edgesOf, guardNamesIn } from './chart-edges.ts';

interface Guarded {
  source: string;
  event: string;
  guard?: string | undefined;
}

/** The condition of an edge: its guard, or `else` after guarded edges of the same event. */
export const conditionOf = (edge: Guarded, all: readonly Guarded[]): string | undefined => {
  const hasGuardedSibling = all.some(
    ({ source, event, guard }) => source === edge.source && event === edge.event && guard,
  );
  return edge.guard ?? (hasGuardedSibling ? 'else' : undefined);
};

/** The kind of trigger of an edge. */
type Cause = 'event' | 'always' | 'done' | 'error' | 'snapshot' | 'after' | 'stateDone';

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
  const definitions = new Map(transitionsOf(machine).map((edge) => [edgeIdOf(edge), edge]));
  return edgesOf(machine).flatMap((edge) => {
    const definition = definitions.get(edge.id);
    return definition ? [describeEdge(edge, definition)] : [];
  });
};

/** The trigger of an edge as text: `code.changed`, `otp done`, `after 500 ms`; empty for `always`. */
export const causeLabel = ({
  cause,
  of,
  event,
}: Pick<EdgeDescription, 'cause' | 'of' | 'event'>): string => {
  if (cause === 'always') return '';
  // Without an id of its own, an actor has the place of its invocation.
  const actor = of?.replace(/^\d+\..*?([^.]+)$/, 'actor of $1');
  if (cause === 'done') return `${actor} done`;
  if (cause === 'error') return `${actor} failed`;
  if (cause === 'snapshot') return `${of} changed`;
  if (cause === 'stateDone') return 'done';
  if (cause === 'after') return `after ${of}${/^\d+$/.test(of ?? '') ? ' ms' : ''}`;
  return event === '*' ? 'any other event' : event;
};

/** The trigger and the condition of an edge; `[else]` after guarded edges of the same event. */
export const edgeLabel = (edge: EdgeDescription, all: EdgeDescription[]): string => {
  const condition = conditionOf(edge, all);
  return [
    causeLabel(edge),
    condition === undefined ? '' : `[${condition}]`,
    edge.reenter ? '(anew)' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
};
