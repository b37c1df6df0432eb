import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { versionOf } from '#machines/rules/edges.ts';
import { actionName, type ChartEdge, edgesOf, guardNamesIn, stateNodesOf } from './chart-edges.ts';
import type { ChartSource, DeclaredEvent, MentionedType } from './chart-source.ts';
import {
  type ActorDescription,
  describeActors,
  describeEvents,
  type EventDescription,
} from './describe-events.ts';

export interface StateDescription {
  id: string;
  /** Path below the root, `open.entry.entering`; empty for the root. */
  path: string;
  key: string;
  /** Id of the parent; undefined for the root. */
  parent?: string | undefined;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  history?: 'shallow' | 'deep' | undefined;
  /** Ids of the initial states, or of a history state's default targets. */
  initial: string[];
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

/** A guard or delay by name, with its source text. */
export interface RuleDescription {
  name: string;
  rule?: string | undefined;
  /** Ids of the states whose edges use it. */
  states: string[];
  /** Names of the combined guards (`and`, `or`, `not`) that contain it. */
  within: string[];
}

const unique = <Value>(values: Value[]): Value[] => [...new Set(values)];

/** The guards of a chart: the declared ones, then those that are only referenced. */
const describeGuards = (
  machine: AnyStateMachine,
  edges: ChartEdge[],
  source: ChartSource,
): RuleDescription[] => {
  const composed = Object.entries(machine.implementations.guards).map(
    ([name, guard]) => [name, guardNamesIn(guard)] as const,
  );
  const declared = composed.map(([name]) => name);
  const inside = composed.flatMap(([, names]) => names);
  return unique([...declared, ...inside, ...edges.flatMap(({ guards }) => guards)]).map((name) => ({
    name,
    rule: source.guards[name],
    states: unique(edges.filter(({ guards }) => guards.includes(name)).map((edge) => edge.source)),
    within: composed.flatMap(([outer, names]) => (names.includes(name) ? [outer] : [])),
  }));
};

/** The delays of a chart: the declared ones, then literal milliseconds. */
const describeDelays = (edges: ChartEdge[], source: ChartSource): RuleDescription[] => {
  const delayed = edges.filter(({ cause }) => cause === 'after');
  return unique([...Object.keys(source.delays), ...delayed.map(({ of = '' }) => of)]).map(
    (name) => ({
      name,
      rule: source.delays[name],
      states: unique(delayed.filter(({ of }) => of === name).map((edge) => edge.source)),
      within: [],
    }),
  );
};

/** Events that a chart sends to a child actor. */
interface Sending {
  to: string;
  events: string[];
  isForwarding: boolean;
}

/** The complete description of a chart as plain data. Types and rules are source text. */
export interface ChartDescription {
  name: string;
  id: string;
  /** A hash of its states and edges, by which counts of its traffic are told apart. */
  version: string;
  description?: string | undefined;
  /** The docstring, or the root's description. */
  purpose: string;
  input?: string | undefined;
  context?: string | undefined;
  output?: string | undefined;
  states: StateDescription[];
  edges: ChartEdge[];
  events: EventDescription[];
  actors: ActorDescription[];
  guards: RuleDescription[];
  delays: RuleDescription[];
  emits: DeclaredEvent[];
  sends: Sending[];
  /** Types of the events that it sends to its parent. */
  sendsToParent: string[];
  mentioned: MentionedType[];
}

const describeSends = (edges: ChartEdge[], source: ChartSource): Sending[] =>
  source.calls.flatMap(({ call, action, target, events }) => {
    if (target === undefined || (call !== 'sendTo' && call !== 'forwardTo')) return [];
    const isForwarding = call === 'forwardTo';
    const forwarded = edges
      .filter(({ actions }) => actions.some((one) => one.replace(/\(.*$/s, '') === action))
      .map(({ event }) => event);
    return [{ to: target, events: isForwarding ? [...new Set(forwarded)] : events, isForwarding }];
  });

/**
 * Describes a chart from its machine and its source.
 *
 * @param sentFrom the browser files that send an event type to it, if they were searched
 */
export const describeChart = (
  { name, machine }: { name: string; machine: AnyStateMachine },
  source: ChartSource,
  sentFrom?: (type: string) => string[],
): ChartDescription => {
  const edges = edgesOf(machine);
  const actors = describeActors(machine, source);
  const { description } = machine.root;
  return {
    name,
    id: machine.id,
    version: versionOf(machine),
    description,
    purpose: source.docstring ?? description ?? '',
    input: source.input,
    context: source.context,
    output: source.output,
    states: stateNodesOf(machine).map(describeState),
    edges,
    events: describeEvents(edges, actors, source, sentFrom),
    actors,
    guards: describeGuards(machine, edges, source),
    delays: describeDelays(edges, source),
    emits: source.emitted,
    sends: describeSends(edges, source),
    sendsToParent: source.calls.flatMap(({ call, events }) =>
      call === 'sendParent' ? events : [],
    ),
    mentioned: source.mentioned,
  };
};
