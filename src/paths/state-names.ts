import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';
import { pathsIn, statePath } from '#charts/model/state-paths.ts';

/** The name of a state with that of its chart, `otp.open.entry`. */
export const stateName = (node: AnyStateNode): string => [node.machine.id, ...node.path].join('.');

/** Ids of the states with a name: an id (`#` before it or not), a key path, or the end of either. */
const idsNamed = (machine: AnyStateMachine, name: string): string[] => {
  const word = name.replace(/^#/, '');
  return stateNodesOf(machine)
    .filter((node) =>
      [node.id, stateName(node), statePath(node)].some(
        (known) => known === word || known.endsWith(`.${word}`),
      ),
    )
    .map(({ id }) => id);
};

/** Whether a snapshot is in a state, or these edges leave it at once. */
type IsIn = (snapshot: AnyMachineSnapshot, edges: string[]) => boolean;

/**
 * Recognizes the states that a name means, in any way in which a state is printed: id, key path, the
 * end of either, or a state value of parallel regions. Undefined where the chart has no such state.
 */
export const stateMatcher = (machine: AnyStateMachine, name: string): IsIn | undefined => {
  const wanted = pathsIn(name).map((path) => new Set(idsNamed(machine, path)));
  if (wanted.some(({ size }) => size === 0)) return undefined;
  return ({ _nodes }, edges) =>
    wanted.every(
      (ids) =>
        _nodes.some(({ id }) => ids.has(id)) ||
        edges.some((edge) => ids.has(edge.slice(0, edge.indexOf('|')))),
    );
};
