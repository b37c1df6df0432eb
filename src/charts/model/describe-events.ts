import type { AnyStateMachine } from 'xstate';
import { type ChartEdge, causeOf, stateNodesOf } from './chart-edges.ts';
import type { ChartSource, DeclaredActor } from './chart-source.ts';

/** An invoked or spawned actor of a chart. Types are source text. */
export interface ActorDescription extends Pick<DeclaredActor, 'input' | 'output' | 'receives'> {
  id: string;
  /** Name in `setup({ actors })`, or `inline` for inline logic. */
  src: string;
  kind: DeclaredActor['kind'] | undefined;
  /** Name of the chart, if the actor is one. */
  chart?: string | undefined;
  /** Ids of the states that invoke it; none for a spawned actor. */
  states: string[];
}

const isInline = (src: string) => src.startsWith('xstate.invoke.');

/** The invoked and spawned actors of a chart, in source order without duplicates. */
export const describeActors = (
  machine: AnyStateMachine,
  source: ChartSource,
): ActorDescription[] => {
  const found = new Map<string, ActorDescription>();
  const add = (id: string, src: string, state?: string) => {
    const declared = isInline(src) ? undefined : source.actors[src];
    const actor = found.get(`${id} ${src}`) ?? {
      id,
      src: isInline(src) ? 'inline' : src,
      kind: declared?.kind,
      chart: declared?.module && /([^/]+)\.[jt]s$/.exec(declared.module)?.[1],
      input: declared?.input,
      output: declared?.output,
      receives: declared?.receives,
      states: [],
    };
    if (state !== undefined) actor.states.push(state);
    found.set(`${id} ${src}`, actor);
  };
  for (const node of stateNodesOf(machine))
    for (const { id, src } of node.invoke)
      add(id, typeof src === 'string' ? src : 'inline', node.id);
  for (const { call, target, id } of source.calls)
    if (call === 'spawn' && target !== undefined) add(id ?? target, target);
  return [...found.values()];
};

/** The sender of an event. */
export type Sender =
  /** The user, through views; without files if the source was not searched. */
  | { by: 'person'; files: string[] }
  /** Browser code outside of views, for instance a failed request. */
  | { by: 'program'; files: string[] }
  /** A child actor: its id. */
  | { by: 'child'; of: string }
  /** A chart that invokes this one: its name. */
  | { by: 'parent'; of: string }
  /** A delay: its name or milliseconds. */
  | { by: 'time'; of: string }
  | { by: 'chart' };

/** An event type that a chart handles. */
export interface EventDescription {
  type: string;
  /** The payload type as source text. */
  payload?: string | undefined;
  senders: Sender[];
  /** Ids of the states that handle it. */
  states: string[];
}

/** Views send user events; other browser files send program events. */
const VIEW = /\.[jt]sx$/;

const filesBy = (files: string[]): Sender[] => {
  const senders: Sender[] = [
    { by: 'person', files: files.filter((file) => VIEW.test(file)) },
    { by: 'program', files: files.filter((file) => !VIEW.test(file)) },
  ];
  return senders.filter((sender) => 'files' in sender && sender.files.length > 0);
};

/**
 * Every event type of a chart: the declared ones first, then those of its actors, delays and final
 * states.
 *
 * @param sentFrom the browser files that send an event type, if they were searched
 */
export const describeEvents = (
  edges: ChartEdge[],
  actors: ActorDescription[],
  source: ChartSource,
  sentFrom?: (type: string) => string[],
): EventDescription[] => {
  const raised = new Set(
    source.calls.flatMap(({ call, events }) => (call === 'raise' ? events : [])),
  );
  const payloads = new Map(source.events.map(({ type, payload }) => [type, payload]));
  const types = new Set([...payloads.keys(), ...edges.map(({ event }) => event), ...raised]);
  types.delete('');

  return [...types].map((type) => {
    const taking = edges.filter(({ event }) => event === type);
    const states = [...new Set(taking.map(({ source: state }) => state))];
    const of = taking[0]?.of ?? '';
    const { cause } = causeOf(type);
    if (cause === 'stateDone') return { type, senders: [{ by: 'chart' }], states };
    if (cause === 'after') return { type, senders: [{ by: 'time', of }], states };
    if (cause !== 'event') {
      const output = cause === 'done' ? actors.find(({ id }) => id === of)?.output : undefined;
      const payload = cause === 'error' ? 'unknown' : output;
      return { type, payload, senders: [{ by: 'child', of }], states };
    }
    const known = filesBy(sentFrom?.(type) ?? []);
    const senders = raised.has(type) ? [...known, { by: 'chart' as const }] : known;
    const isUnlooked = sentFrom === undefined && senders.length === 0 && !type.endsWith('*');
    return {
      type,
      payload: payloads.get(type),
      senders: isUnlooked ? [{ by: 'person', files: [] }] : senders,
      states,
    };
  });
};
