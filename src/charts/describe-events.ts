import type { ChartSource } from './chart-source.ts';
import type { ActorDescription } from './describe-actors.ts';
import { causeOf, type EdgeDescription } from './describe-edges.ts';

/** Who sends an event. */
export type Sender =
  /** Somebody at a page, through its views. Without files, nobody looked for them. */
  | { by: 'person'; files: string[] }
  /** The browser's own code, for instance a request that was refused. */
  | { by: 'program'; files: string[] }
  /** An actor that the chart runs: its id. */
  | { by: 'child'; of: string }
  /** A chart that runs this one: its name. */
  | { by: 'parent'; of: string }
  /** A delay: its name, or milliseconds. */
  | { by: 'time'; of: string }
  | { by: 'chart' };

/** A kind of event that a chart takes. */
export interface EventDescription {
  type: string;
  /** The type of what comes along, as the source has it. */
  payload?: string | undefined;
  senders: Sender[];
  /** Ids of the states that take it. */
  states: string[];
}

/** Views are where people are; all other files of the browser are programs. */
const VIEW = /\.[jt]sx$/;

const filesBy = (files: string[]): Sender[] => {
  const views = files.filter((file) => VIEW.test(file));
  const programs = files.filter((file) => !VIEW.test(file));
  return [
    ...(views.length > 0 ? [{ by: 'person' as const, files: views }] : []),
    ...(programs.length > 0 ? [{ by: 'program' as const, files: programs }] : []),
  ];
};

/**
 * Every kind of event of a chart: those that it declares first, then those that its actors, its
 * delays and its own final states send.
 *
 * @param sentFrom files of the browser that send an event, by its type
 */
export const describeEvents = (
  edges: EdgeDescription[],
  actors: ActorDescription[],
  source: ChartSource | undefined,
  sentFrom?: ReadonlyMap<string, string[]>,
): EventDescription[] => {
  const raised = new Set(
    source?.calls.flatMap(({ call, events }) => (call === 'raise' ? events : [])) ?? [],
  );
  const payloads = new Map(source?.events.map(({ type, payload }) => [type, payload]));
  const types = new Set([...payloads.keys(), ...edges.map(({ event }) => event), ...raised]);
  types.delete('');

  const describe = (type: string): EventDescription => {
    const taking = edges.filter(({ event }) => event === type);
    const states = [...new Set(taking.map(({ source: state }) => state))];
    const { cause } = causeOf(type);
    const of = taking[0]?.of ?? '';
    const actor = actors.find(({ id }) => id === of);
    if (cause === 'done')
      return { type, payload: actor?.output, senders: [{ by: 'child', of }], states };
    if (cause === 'error')
      return { type, payload: 'unknown', senders: [{ by: 'child', of }], states };
    if (cause === 'snapshot') return { type, senders: [{ by: 'child', of }], states };
    if (cause === 'after') return { type, senders: [{ by: 'time', of }], states };
    if (cause === 'stateDone') return { type, senders: [{ by: 'chart' }], states };
    const senders: Sender[] = [
      ...filesBy(sentFrom?.get(type) ?? []),
      ...(raised.has(type) ? [{ by: 'chart' as const }] : []),
    ];
    const isUnlooked = sentFrom === undefined && senders.length === 0 && !type.endsWith('*');
    return {
      type,
      payload: payloads.get(type),
      senders: isUnlooked ? [{ by: 'person', files: [] }] : senders,
      states,
    };
  };
  return [...types].map(describe);
};
