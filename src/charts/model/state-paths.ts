import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { edgeIdOf, stateNodesOf, transitionsOf } from '#machines/rules/edges.ts';

/** The keys from the root to a state, `open.entry`; `(root)` for the root. An `id` of its own is no part. */
export const statePath = ({ path }: AnyStateNode): string => path.join('.') || '(root)';

/** The key path of each state, by id. */
export const statePaths = (machine: AnyStateMachine): Map<string, string> =>
  new Map(stateNodesOf(machine).map((node) => [node.id, statePath(node)]));

/** Key paths in a printed state value: `a.b` and `a.c.d` in `a.{b, c.d}`. */
export const pathsIn = (text: string): string[] => {
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

/** An edge as it is printed: the path of its source in place of the source's id, `open.entry|code.submitted|1`. */
export const edgeName = (edge: AnyTransitionDefinition): string =>
  statePath(edge.source) + edgeIdOf(edge).slice(edge.source.id.length);

/** The name of each edge, by id. */
export const edgeNames = (machine: AnyStateMachine): Map<string, string> =>
  new Map(transitionsOf(machine).map((edge) => [edgeIdOf(edge), edgeName(edge)]));
