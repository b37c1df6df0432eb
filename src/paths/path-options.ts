import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';
import { swap, swapDate } from '#charts/simulation/clock.ts';

/** The events and inputs that paths through a chart are made of. */
export interface EdgePathOptions {
  /**
   * Every possible event with its payload; a type may occur several times. The result of an invoked
   * actor is the event `xstate.done.actor.<invoke id>` with its `output`. Errors of actors, ends of
   * delays and routes need no payload, so they are added where they are not listed.
   */
  events: AnyEventObject[];
  input?: unknown;
  /** Several inputs, where the initial state depends on them, for instance on a saved draft. */
  inputs?: unknown[];
  /** Rejects events that the chart accepts but that cannot occur, such as a result the actor never gives. */
  isPossible?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean;
  /**
   * The charts of invoked actors by the name of their source, with their own events and inputs. One that
   * the chart itself has (`actors: { otp: otpMachine }`) needs an entry only for its events.
   */
  children?: Record<string, ChildChart>;
  /** Where the search stops, if not at `DEFAULT_LIMITS`. */
  limits?: Partial<SearchLimits>;
}

/** Events without payload. */
export const plain = (...types: string[]): AnyEventObject[] => types.map((type) => ({ type }));

/** The event by which an invoked actor answers. */
export const done = (id: string, output?: unknown): AnyEventObject => ({
  type: `xstate.done.actor.${id}`,
  ...(output !== undefined && { output }),
});

/** The event by which an invoked actor fails. */
export const failed = (id: string): AnyEventObject => ({ type: `xstate.error.actor.${id}` });

/** An invoked chart; by default it gets each of its event types without payload. */
interface ChildChart extends Partial<EdgePathOptions> {
  machine?: AnyStateMachine;
}

/** Where a search ends: configurations are explored, then the search stops; the others end the command. */
export interface SearchLimits {
  /** Explored configurations: a state value with the edges that are open there, and a context. */
  configurations: number;
  /** Time, which a guard that never returns would use up. */
  seconds: number;
  /** JavaScript heap, which contexts that grow would use up. */
  megabytes: number;
}

export const DEFAULT_LIMITS: SearchLimits = {
  configurations: 10_000,
  seconds: 60,
  megabytes: 1024,
};

/** The limits of a search; each that the options leave out has its default. */
export const limitsOf = ({ limits }: EdgePathOptions): SearchLimits => ({
  ...DEFAULT_LIMITS,
  ...limits,
});

const routesOf = (machine: AnyStateMachine): AnyEventObject[] =>
  stateNodesOf(machine)
    .filter(({ config }) => config.route && config.id)
    .map(({ config }) => ({ type: 'xstate.route', to: `#${config.id}` }));

/** The event types that states take, XState's own and wildcards included. */
export const takenTypes = (nodes: AnyStateNode[]): Set<string> =>
  new Set(nodes.flatMap((node) => [...node.transitions.keys()]));

/** One event without payload per event type of the chart, without XState's own and wildcards. */
export const plainEvents = (machine: AnyStateMachine): AnyEventObject[] => {
  const types = [...takenTypes(stateNodesOf(machine))];
  return plain(...types.filter((type) => !type.startsWith('xstate.') && !type.endsWith('*')));
};

/** The listed events, then the errors of actors, ends of delays and routes that are not listed. */
export const allEventsOf = (
  machine: AnyStateMachine,
  { events }: EdgePathOptions,
): AnyEventObject[] => {
  const listed = new Set(events.map(({ type }) => type));
  const implicit = [...takenTypes(stateNodesOf(machine))].filter(
    (type) => /^xstate\.(?:error\.actor|after)\./.test(type) && !listed.has(type),
  );
  const routes = listed.has('xstate.route') ? [] : routesOf(machine);
  return [...events, ...plain(...implicit), ...routes];
};

/** The inputs to start from. */
export const inputsOf = ({ input, inputs = [input] }: EdgePathOptions): unknown[] => inputs;

/**
 * The frozen clock's time, epoch ms. Options and charts use the same value, so a lifetime of two
 * hours is two hours in every run.
 */
export const START_TIME_MS = Date.now();

/**
 * Runs a function with the clock frozen at a time (epoch ms, by default `START_TIME_MS`) and random
 * values constant, so that charts which write times or random ids into their context are deterministic.
 */
export const withFrozenClock = <Result>(run: () => Result, timeMs = START_TIME_MS): Result => {
  const restores = [
    swapDate(() => timeMs),
    swap(Math, 'random', () => 0.5),
    swap(crypto, 'randomUUID', () => '00000000-0000-4000-8000-000000000000'),
    swap(crypto, 'getRandomValues', <Bytes>(bytes: Bytes) => bytes),
  ];
  try {
    return run();
  } finally {
    for (const restore of restores) restore();
  }
};
