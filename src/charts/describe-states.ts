import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { actionName } from './action-name.ts';
import { stateNodesOf } from './chart-edges.ts';

/** One state of a chart. */
export interface StateDescription {
  id: string;
  /** Its place below the root, `open.entry.entering`; empty for the root itself. */
  path: string;
  key: string;
  /** The id of the state around it; undefined for the root. */
  parent?: string | undefined;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** How much a history state brings back. */
  history?: 'shallow' | 'deep' | undefined;
  /** Ids of the states that it begins in, or that a history state falls back to. */
  initial: string[];
  /** What it does on the way into the first of them. */
  initialActions: string[];
  description?: string | undefined;
  tags: string[];
  entry: string[];
  exit: string[];
  /** Ids of what it runs while it is active. */
  invokes: string[];
}

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Where a history state leads that has nothing to bring back. */
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
  // What XState adds to entry and exit for delays is left out: only the config says what was written.
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

/** Every state of a chart, its root first, in the order of the source. */
export const describeStates = (machine: AnyStateMachine): StateDescription[] =>
  stateNodesOf(machine).map(describeState);
