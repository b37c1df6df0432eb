import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** Every state node of a chart in source order, the root first. */
export const stateNodesOf = (machine: Pick<AnyStateMachine, 'root'>): AnyStateNode[] => {
  const withChildren = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states).flatMap(withChildren),
  ];
  return withChildren(machine.root);
};

/** Every transition of a chart in source order. */
export const transitionsOf = (machine: Pick<AnyStateMachine, 'root'>): AnyTransitionDefinition[] =>
  stateNodesOf(machine).flatMap((node) => [
    ...(node.always ?? []),
    ...[...node.transitions.values()].flat(),
  ]);

/**
 * The id of an edge, for instance `login.open.mode.password.editing|login.submitted|0`.
 * Self-contained, because browser tests send the text of this function to the page.
 */
export const edgeIdOf = (edge: AnyTransitionDefinition): string => {
  const { source, eventType } = edge;
  const siblings = eventType ? source.transitions.get(eventType) : source.always;
  return `${source.id}|${eventType}|${siblings?.indexOf(edge as never) ?? 0}`;
};

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * The version of a chart: a hash of its states with their types and of its edges with their targets (FNV-1a, 32 bits),
 * eight hexadecimal digits.
 */
export const versionOf = (machine: Pick<AnyStateMachine, 'root'>): string => {
  const texts = [
    ...stateNodesOf(machine).map(
      (node) =>
        `${node.id} ${node.type} ${node.type === 'compound' ? node.initial.target?.map(({ id }) => id) : ''}`,
    ),
    ...transitionsOf(machine).map(
      (edge) => `${edgeIdOf(edge)}>${edge.target?.map(({ id }) => id) ?? ''}`,
    ),
  ];
  let hash = FNV_OFFSET;
  for (const sign of `${texts}`) hash = Math.imul(hash ^ sign.charCodeAt(0), FNV_PRIME);
  return (hash >>> 0).toString(16).padStart(8, '0');
};
