import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, StateValue } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';

/** The keys from the root to a state, `open.entry`; `(root)` for the root. An `id` of its own is no part. */
const statePath = ({ path }: AnyStateNode): string => path.join('.') || '(root)';

/** The key path of each state, by id. */
export const statePaths = (machine: AnyStateMachine): Map<string, string> =>
  new Map(stateNodesOf(machine).map((node) => [node.id, statePath(node)]));

/** The name of a state with that of its chart, `otp.open.entry`. */
export const stateName = (node: AnyStateNode): string => [node.machine.id, ...node.path].join('.');

/** Key paths in a printed state value: `a.b` and `a.c.d` in `a.{b, c.d}`. */
const pathsIn = (text: string): string[] => {
  const open = text.indexOf('{');
  if (open === -1) return [text];
  let depth = 0;
  const parts = [''];
  for (const letter of text.slice(open + 1, text.lastIndexOf('}'))) {
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${letter}`);
  }
  return parts.flatMap((part) => pathsIn(text.slice(0, open) + part.trim()));
};

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

/** A state value in one line: `open.{consent.given, mode.code.verifyingEmail}`. */
export const valueText = (value: StateValue): string => {
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([key, inner]) => {
    const rest = inner === undefined ? '' : valueText(inner);
    return rest === '' ? key : `${key}.${rest}`;
  });
  return parts.length > 1 ? `{${parts.join(', ')}}` : (parts[0] ?? '');
};
