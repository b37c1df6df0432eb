import { getAdjacencyMap, getShortestPaths } from '@xstate/graph';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  fromPromise,
  getInitialSnapshot,
  getNextSnapshot,
} from 'xstate';
import { replaceChildren } from './replace-children.ts';

/** How a walk goes: the input to start with, then each event with the value that it leads to. */
export interface EdgePath {
  input: unknown;
  steps: { event: EventObject; value: unknown }[];
}

export interface EdgePathOptions {
  /** Every event that may happen, with its payload: `xstate.done.actor.<id>`, `xstate.error.actor.<id>` and `xstate.after.<delay>.<state id>` included, because a list replaces the derived ones. */
  events: EventObject[];
  /** Where to start: one walk can't reach what depends on what was typed before. */
  inputs: unknown[];
  /** What to type first, for guards that only several events together open; each input is walked with and without it. */
  typed?: EventObject[];
}

/** More configurations than any of our charts has: running into it means that something explodes. */
const LIMIT = 5000;

interface Start {
  input: unknown;
  fromState: AnyMachineSnapshot;
  steps: EdgePath['steps'];
}

const startAt = (machine: AnyStateMachine, input: unknown, typed: EventObject[]): Start => {
  let snapshot: AnyMachineSnapshot = getInitialSnapshot(machine, input);
  const steps = typed.flatMap((event) => {
    if (snapshot.status !== 'active') return [];
    snapshot = getNextSnapshot(machine, snapshot, event);
    return [{ event, value: snapshot.value }];
  });
  return { input, fromState: snapshot, steps };
};

const edgesTaken = (machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: EventObject) =>
  snapshot.status === 'active' ? (machine.getTransitionData(snapshot, event) ?? []) : [];

const beginsWith = (path: EdgePath, prefix: EdgePath): boolean =>
  prefix.input === path.input &&
  prefix.steps.length < path.steps.length &&
  prefix.steps.every(({ event }, index) => path.steps[index]?.event === event);

/**
 * Paths that walk every edge of a chart that can be reached from the inputs: for each configuration
 * the shortest way there, then each event that is taken there. Configurations are told apart by
 * `snapshot.value` and by the edges that the events would take, never by context: so a guard over
 * what was typed before is walked both ways, and digits or times don't multiply the paths. Paths
 * that are the beginning of a longer one are left out.
 */
export const edgePaths = (
  chart: AnyStateMachine,
  { events, inputs, typed = [] }: EdgePathOptions,
): EdgePath[] => {
  const machine = replaceChildren(
    chart,
    fromPromise(() => new Promise(() => {})),
  );
  const serializeState = (snapshot: AnyMachineSnapshot): string =>
    JSON.stringify([
      snapshot.value,
      events.map((event) =>
        edgesTaken(machine, snapshot, event).map(({ source, target, guard }) => [
          source.id,
          target?.map(({ id }) => id),
          guard,
        ]),
      ),
    ]);
  const starts = inputs.flatMap((input) => [
    startAt(machine, input, []),
    ...(typed.length > 0 ? [startAt(machine, input, typed)] : []),
  ]);
  const paths = starts.flatMap(({ input, fromState, steps: before }) => {
    const options = {
      fromState,
      limit: LIMIT,
      serializeState,
      events: (snapshot: AnyMachineSnapshot) =>
        events.filter((event) => edgesTaken(machine, snapshot, event).length > 0),
    };
    const edges = getAdjacencyMap(machine, options as never) as unknown as Record<
      string,
      { transitions: Record<string, { event: EventObject; state: AnyMachineSnapshot }> }
    >;
    return getShortestPaths(machine, options as never).flatMap(({ state, steps }): EdgePath[] => {
      const after = steps
        .slice(1)
        .map(({ event, state: { value } }) => ({ event: event as EventObject, value }));
      const reached = [...before, ...after];
      const leaving = Object.values(edges[serializeState(state)]?.transitions ?? {});
      return [
        { input, steps: reached },
        ...leaving.map(({ event, state: { value } }) => ({
          input,
          steps: [...reached, { event, value }],
        })),
      ];
    });
  });
  return paths.filter((path) => !paths.some((other) => beginsWith(other, path)));
};
