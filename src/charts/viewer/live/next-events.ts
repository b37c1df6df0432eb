import type { AnyStateMachine } from 'xstate';
import { edgesOf } from '#charts/model/chart-edges.ts';

/** An event for which an active state has a transition. */
export interface NextEvent {
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
