import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { stateNodesOf } from '#charts/chart-edges.ts';
import type { Effect } from './chart-effects.ts';
import { createSteps } from './chart-steps.ts';
import { placeKey } from './place-key.ts';

/** What may happen to a chart, and where it may start. */
export interface EdgePathOptions {
  /**
   * Every event that may happen, with its payload; the same type may come several times. What a
   * child answers is an event of its own: `xstate.done.actor.<invoke id>` with its `output`. Errors
   * of children and delays need no payload, so they are added where they are not listed.
   */
  events: AnyEventObject[];
  /** Where to start. */
  input?: unknown;
  /** Several places to start, instead of one: for what a person brings along, such as a draft. */
  inputs?: unknown[];
  /** Whether an event can happen where its own chart can't tell: a child may need more than its parent knows. */
  isPossible?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean;
}

/** One of the situations that a chart can be in. */
export interface Place {
  snapshot: AnyMachineSnapshot;
  /** Value and open edges: what can happen here. */
  configuration: string;
  /** The same with history and context: what tells this place from all others. */
  key: string;
  exits: () => Exit[];
}

/** What one event leads to from a place; `edges` are the ids of those that it takes. */
export interface Exit {
  event: AnyEventObject;
  edges: string[];
  effects: Effect[];
  place: Place;
}

/** Where an input leads to before the first event. */
export interface Start {
  input: unknown;
  edges: string[];
  effects: Effect[];
  place: Place;
}

/** More steps than any search may try: running into it means that something explodes. */
const TRIES_MAX = 60_000;

const withAutomatic = (machine: AnyStateMachine, events: AnyEventObject[]): AnyEventObject[] => {
  const listed = new Set(events.map(({ type }) => type));
  const automatic = stateNodesOf(machine)
    .flatMap((node) => [...node.transitions.keys()])
    .filter((type) => /^xstate\.(?:error\.actor|after)\./.test(type) && !listed.has(type));
  return [...events, ...[...new Set(automatic)].map((type) => ({ type }))];
};

/** Finds the events that some active state names, in the order in which they are listed. */
const createLookUp = (events: AnyEventObject[]) => {
  const indexesByType = new Map<string, number[]>();
  for (const [index, { type }] of events.entries())
    indexesByType.set(type, [...(indexesByType.get(type) ?? []), index]);
  const everyIndex = [...events.keys()];
  return ({ _nodes }: AnyMachineSnapshot): number[] => {
    const named = new Set(_nodes.flatMap((node) => [...node.transitions.keys()]));
    if ([...named].some((type) => type.endsWith('*'))) return everyIndex;
    return [...named].flatMap((type) => indexesByType.get(type) ?? []).sort((a, b) => a - b);
  };
};

const historyOf = ({ historyValue }: AnyMachineSnapshot) =>
  Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)]);

/** Every place of a chart that can be reached, worked out when it is asked for, each one once. */
export const createMap = (
  chart: AnyStateMachine,
  { events, input, inputs = [input], isPossible = () => true }: EdgePathOptions,
) => {
  const { machine, startWith } = createSteps(chart);
  const all = withAutomatic(machine, events);
  const lookUp = createLookUp(all);
  const known = new Map<string, Place>();
  let tries = 0;

  const starts = inputs.map((startInput): Start => {
    const { first, open, take } = startWith(startInput);
    const placeOf = (snapshot: AnyMachineSnapshot): Place => {
      const openings = lookUp(snapshot).flatMap((index) => {
        const event = all[index] as AnyEventObject;
        const edges = isPossible(snapshot, event) ? open(snapshot, event) : [];
        return edges.length > 0 ? [{ index, event, edges }] : [];
      });
      const configuration = JSON.stringify([
        snapshot.status,
        snapshot.value,
        openings.map(({ index, edges }) => [index, edges]),
      ]);
      const key = configuration + JSON.stringify(historyOf(snapshot)) + placeKey(snapshot.context);
      const before = known.get(key);
      if (before) return before;
      let exits: Exit[] | undefined;
      const place: Place = {
        snapshot,
        configuration,
        key,
        exits: () => {
          exits ??= openings.map(({ event }) => {
            tries += 1;
            const step = take(snapshot, event);
            return {
              event,
              edges: step.edges,
              effects: step.effects,
              place: placeOf(step.snapshot),
            };
          });
          return exits;
        },
      };
      known.set(key, place);
      return place;
    };
    const { edges, effects, snapshot } = first;
    return { input: startInput, edges, effects, place: placeOf(snapshot) };
  });

  return { machine, starts, isExhausted: () => tries > TRIES_MAX };
};
