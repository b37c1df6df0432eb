import type { AnyStateMachine } from 'xstate';
import type { ChartSource, DeclaredEvent, MentionedType } from './chart-source.ts';
import { type ActorDescription, describeActors } from './describe-actors.ts';
import { describeEdges, type EdgeDescription } from './describe-edges.ts';
import { describeEvents, type EventDescription } from './describe-events.ts';
import { describeStates, type StateDescription } from './describe-states.ts';
import { guardNamesIn } from './guard-name.ts';

/** A guard or a delay by its name, with the text of its rule. */
export interface RuleDescription {
  name: string;
  rule?: string | undefined;
  /** Ids of the states whose edges ask it; none where only other guards do. */
  states: string[];
}

/** Events that a chart sends to an actor that it runs. */
interface Sending {
  to: string;
  /** Types of what it sends. */
  events: string[];
  /** Whether it passes on what came to it. */
  isForwarding: boolean;
}

/** Everything that there is to say about a chart, as plain data. Types and rules are source text. */
export interface ChartDescription {
  name: string;
  id: string;
  description?: string | undefined;
  /** Its purpose as a paragraph. */
  purpose: string;
  input?: string | undefined;
  context?: string | undefined;
  output?: string | undefined;
  states: StateDescription[];
  edges: EdgeDescription[];
  events: EventDescription[];
  actors: ActorDescription[];
  guards: RuleDescription[];
  delays: RuleDescription[];
  emits: DeclaredEvent[];
  sends: Sending[];
  /** Types of the events that it sends to whoever runs it. */
  sendsToParent: string[];
  mentioned: MentionedType[];
}

const unique = <Value>(values: Value[]): Value[] => [...new Set(values)];

const plainName = (action: string): string => action.replace(/\(.*$/s, '');

const describeGuards = (
  machine: AnyStateMachine,
  edges: EdgeDescription[],
  source?: ChartSource,
): RuleDescription[] => {
  const declared = Object.keys(machine.implementations.guards);
  const inside = Object.values(machine.implementations.guards).flatMap(guardNamesIn);
  return unique([...declared, ...inside, ...edges.flatMap(({ guards }) => guards)]).map((name) => ({
    name,
    rule: source?.guards[name],
    states: unique(edges.filter(({ guards }) => guards.includes(name)).map((edge) => edge.source)),
  }));
};

const describeDelays = (edges: EdgeDescription[], source?: ChartSource): RuleDescription[] => {
  const delayed = edges.filter(({ cause }) => cause === 'after');
  return unique([...Object.keys(source?.delays ?? {}), ...delayed.map(({ of = '' }) => of)]).map(
    (name) => ({
      name,
      rule: source?.delays[name],
      states: unique(delayed.filter(({ of }) => of === name).map((edge) => edge.source)),
    }),
  );
};

const describeSends = (edges: EdgeDescription[], source?: ChartSource): Sending[] =>
  (source?.calls ?? []).flatMap(({ call, action, target, events }) => {
    if (target === undefined || (call !== 'sendTo' && call !== 'forwardTo')) return [];
    const isForwarding = call === 'forwardTo';
    const forwarded = edges
      .filter(({ actions }) => actions.some((name) => plainName(name) === action))
      .map(({ event }) => event);
    return [{ to: target, events: isForwarding ? unique(forwarded) : events, isForwarding }];
  });

/**
 * Describes a chart from its machine, with what only its source knows where that is given.
 *
 * @param sentFrom files of the browser that send an event to this chart, by the event's type
 */
export const describeChart = (
  { name, machine }: { name: string; machine: AnyStateMachine },
  source?: ChartSource,
  sentFrom?: ReadonlyMap<string, string[]>,
): ChartDescription => {
  const states = describeStates(machine);
  const edges = describeEdges(machine);
  const actors = describeActors(machine, source);
  const { description } = machine.root;
  return {
    name,
    id: machine.id,
    description,
    purpose: source?.docstring ?? description ?? '',
    input: source?.input,
    context: source?.context,
    output: source?.output,
    states,
    edges,
    events: describeEvents(edges, actors, source, sentFrom),
    actors,
    guards: describeGuards(machine, edges, source),
    delays: describeDelays(edges, source),
    emits: source?.emitted ?? [],
    sends: describeSends(edges, source),
    sendsToParent: (source?.calls ?? []).flatMap(({ call, events }) =>
      call === 'sendParent' ? events : [],
    ),
    mentioned: source?.mentioned ?? [],
  };
};
