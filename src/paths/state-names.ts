import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, StateValue } from 'xstate';
import { edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';
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

/** Whether a snapshot is in a state, or these edges enter or leave it. */
type IsIn = (snapshot: AnyMachineSnapshot, edges: string[]) => boolean;

/**
 * Recognizes the states that a name means, in any way in which a state is printed: id, key path, the
 * end of either, or a state value of parallel regions. Undefined where the chart has no such state.
 */
export const stateMatcher = (machine: AnyStateMachine, name: string): IsIn | undefined => {
  const wanted = pathsIn(name).map((path) => new Set(idsNamed(machine, path)));
  if (wanted.some(({ size }) => size === 0)) return undefined;
  const passing = wanted.map(
    (ids) =>
      new Set(
        edgesOf(machine)
          .filter(({ source, targets }) => [source, ...targets].some((node) => ids.has(node)))
          .map(({ id }) => id),
      ),
  );
  return ({ _nodes }, edges) =>
    wanted.every(
      (ids, index) =>
        _nodes.some(({ id }) => ids.has(id)) || edges.some((edge) => passing[index]?.has(edge)),
    );
};

/** A state value in one line: `open.{consent.given, mode.code.verifyingEmail}`. */
export const valueText = (value: StateValue): string => {
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([key, inner]) => {
    const rest = inner === undefined ? '' : valueText(inner);
    return rest === '' ? key : `${key}.${rest}`;
  });
  return parts.length > 1 ? `{${parts.join(', ')}}` : (parts[0] ?? '');
};
