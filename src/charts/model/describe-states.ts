import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { actionName } from './action-name.ts';
import { stateNodesOf } from './chart-edges.ts';

/** A state of a chart. */
export interface StateDescription {
  id: string;
  /** Path below the root, `open.entry.entering`; empty for the root. */
  path: string;
  key: string;
  /** Id of the parent; undefined for the root. */
  parent?: string | undefined;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** The kind of a history state. */
  history?: 'shallow' | 'deep' | undefined;
  /** Ids of the initial states, or of a history state's default targets. */
  initial: string[];
  /** Actions of the initial transition. */
  initialActions: string[];
  description?: string | undefined;
  tags: string[];
  entry: string[];
  exit: string[];
  /** Ids of the invoked actors. */
  invokes: string[];
}

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Default targets of a history state. */
const fallbackOf = (node: AnyStateNode): string[] => {
  const { parent } = node;
  const written = (node.config as { target?: string | string[] }).target;
  return listOf(written)
    .flatMap((target) => {
      const path = String(target).replace(/^\./, '').split('.');
      return path[0]?.startsWith('#')
        ? [String(target).slice(1)]
        : [path.reduce<AnyStateNode | undefined>((at, key) => at?.states[key], parent)?.id];
    })
    .filter((id) => id !== undefined);
};

const describeState = (node: AnyStateNode): StateDescription => {
  // Entry and exit come from the config, because XState adds actions for delays to the node.
  const { entry, exit } = node.config;
  return {
    id: node.id,
    path: node.path.join('.'),
    key: node.key,
    parent: node.parent?.id,
    type: node.type,
    history: node.type === 'history' ? (node.history === 'deep' ? 'deep' : 'shallow') : undefined,
    initial:
      node.type === 'history'
        ? fallbackOf(node)
        : node.type === 'compound'
          ? (node.initial.target ?? []).map(({ id }) => id)
          : [],
    initialActions: node.type === 'compound' ? node.initial.actions.map(actionName) : [],
    description: node.description,
    tags: [...node.tags],
    entry: listOf(entry).map(actionName),
    exit: listOf(exit).map(actionName),
    invokes: node.invoke.map(({ id }) => id),
  };
};

/** Every state of a chart in source order, the root first. */
export const describeStates = (machine: AnyStateMachine): StateDescription[] =>
  stateNodesOf(machine).map(describeState);
