import type { AnyStateMachine } from 'xstate';
import { edgesOf } from '../chart-edges.ts';

/** An event that some active state has a transition for. */
export interface AcceptedEvent {
  type: string;
  /** The guards that decide about it; empty where one of its transitions is always taken. */
  guards: string[];
  /** Whether XState itself sends it: the end of a wait, the answer of a child. */
  isOwn: boolean;
}

/** Every event that a chart with these active states takes, the visitor's own first. */
export const acceptedEvents = (
  machine: AnyStateMachine,
  active: readonly string[],
): AcceptedEvent[] => {
  const edges = edgesOf(machine).filter(
    ({ source, event }) => active.includes(source) && event !== '',
  );
  const types = [...new Set(edges.map(({ event }) => event))];
  const events = types.map((type) => {
    const ways = edges.filter(({ event }) => event === type);
    return {
      type,
      guards: ways.every(({ guard }) => guard !== undefined)
        ? [...new Set(ways.map(({ guard = '' }) => guard))]
        : [],
      isOwn: type.startsWith('xstate.'),
    };
  });
  return [...events.filter(({ isOwn }) => !isOwn), ...events.filter(({ isOwn }) => isOwn)];
};
