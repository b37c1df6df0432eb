import type { AnyStateMachine } from 'xstate';
import type { ChartSource, DeclaredEvent, MentionedType } from './chart-source.ts';
import { type ActorDescription, describeActors } from './describe-actors.ts';
import { describeEdges, type EdgeDescription } from './describe-edges.ts';
import { describeEvents, type EventDescription } from './describe-events.ts';
import { describeDelays, describeGuards, type RuleDescription } from './describe-rules.ts';
import { describeStates, type StateDescription } from './describe-states.ts';

/** Events that a chart sends to a child actor. */
interface Sending {
  to: string;
  /** Types of the sent events. */
  events: string[];
  /** Whether the events are forwarded. */
  isForwarding: boolean;
}

/** The complete description of a chart as plain data. Types and rules are source text. */
export interface ChartDescription {
  name: string;
  id: string;
  description?: string | undefined;
  /** The docstring, or the root's description. */
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
  /** Types of the events that it sends to its parent. */
  sendsToParent: string[];
  mentioned: MentionedType[];
}

const plainName = (action: string): string => action.replace(/\(.*$/s, '');

const describeSends = (edges: EdgeDescription[], source?: ChartSource): Sending[] =>
  (source?.calls ?? []).flatMap(({ call, action, target, events }) => {
    if (target === undefined || (call !== 'sendTo' && call !== 'forwardTo')) return [];
    const isForwarding = call === 'forwardTo';
    const forwarded = edges
      .filter(({ actions }) => actions.some((name) => plainName(name) === action))
      .map(({ event }) => event);
    return [{ to: target, events: isForwarding ? [...new Set(forwarded)] : events, isForwarding }];
  });

/**
 * Describes a chart from its machine and, if given, its source.
 *
 * @param sentFrom browser files that send events to this chart, by event type
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
