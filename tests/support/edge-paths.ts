import { getAdjacencyMap, getShortestPaths } from '@xstate/graph';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  fromPromise,
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
}

/** More configurations than any of our charts has: running into it means that something explodes. */
const LIMIT = 5000;

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
  { events, inputs }: EdgePathOptions,
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
  const paths = inputs.flatMap((input) => {
    const options = {
      input,
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
      const reached = steps
        .slice(1)
        .map(({ event, state: { value } }) => ({ event: event as EventObject, value }));
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
