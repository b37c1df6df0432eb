import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { createTransitions } from './chart-transitions.ts';
import { allEventsOf, type EdgePathOptions, inputsOf } from './path-options.ts';
import type { Effect } from './path-outcome.ts';
import { serializeContext } from './serialize-context.ts';

/** A reachable configuration of a chart. */
export interface Configuration {
  snapshot: AnyMachineSnapshot;
  /** Serialized status, state value and enabled transitions. */
  valueKey: string;
  /** Serialized valueKey, history and context; unique per configuration. */
  key: string;
  /** Transitions out of it, computed on the first call. */
  transitions: () => Transition[];
}

/** An event in a configuration; `edges` are the ids of the edges it takes, `always` included. */
export interface Transition {
  event: AnyEventObject;
  edges: string[];
  effects: Effect[];
  target: Configuration;
}

/** The initial configuration for an input. */
export interface InitialTransition {
  input: unknown;
  edges: string[];
  effects: Effect[];
  target: Configuration;
}

/** Upper bound of computed transitions; a search that reaches it has a state explosion. */
const TRANSITIONS_MAX = 60_000;

/** Returns a function that finds the indexes of events which an active state handles, in list order. */
const createEventIndex = (events: AnyEventObject[]) => {
  const indexesByType = new Map<string, number[]>();
  for (const [index, { type }] of events.entries())
    indexesByType.set(type, [...(indexesByType.get(type) ?? []), index]);
  const everyIndex = [...events.keys()];
  return ({ _nodes }: AnyMachineSnapshot): number[] => {
    const handled = new Set(_nodes.flatMap((node) => [...node.transitions.keys()]));
    if ([...handled].some((type) => type.endsWith('*'))) return everyIndex;
    return [...handled].flatMap((type) => indexesByType.get(type) ?? []).sort((a, b) => a - b);
  };
};

const historyOf = ({ historyValue }: AnyMachineSnapshot) =>
  Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)]);

/** The adjacency map of a chart, computed lazily; each configuration occurs once. */
export const createAdjacencyMap = (chart: AnyStateMachine, options: EdgePathOptions) => {
  const { isPossible = () => true } = options;
  const { machine, startWith } = createTransitions(chart);
  const events = allEventsOf(machine, options);
  const handledBy = createEventIndex(events);
  const known = new Map<string, Configuration>();
  let computed = 0;

  const initial = inputsOf(options).map((input): InitialTransition => {
    const { first, enabledEdges, take } = startWith(input);
    const configurationOf = (snapshot: AnyMachineSnapshot): Configuration => {
      const enabled = handledBy(snapshot).flatMap((index) => {
        const event = events[index] as AnyEventObject;
        const edges = isPossible(snapshot, event) ? enabledEdges(snapshot, event) : [];
        return edges.length > 0 ? [{ index, event, edges }] : [];
      });
      const valueKey = JSON.stringify([
        snapshot.status,
        snapshot.value,
        enabled.map(({ index, edges }) => [index, edges]),
      ]);
      const key =
        valueKey + JSON.stringify(historyOf(snapshot)) + serializeContext(snapshot.context);
      const existing = known.get(key);
      if (existing) return existing;
      let transitions: Transition[] | undefined;
      const configuration: Configuration = {
        snapshot,
        valueKey,
        key,
        transitions: () => {
          transitions ??= enabled.map(({ event }) => {
            computed += 1;
            const { edges, effects, snapshot: next } = take(snapshot, event);
            return { event, edges, effects, target: configurationOf(next) };
          });
          return transitions;
        },
      };
      known.set(key, configuration);
      return configuration;
    };
    const { edges, effects, snapshot } = first;
    return { input, edges, effects, target: configurationOf(snapshot) };
  });

  return { machine, initial, isExhausted: () => computed > TRANSITIONS_MAX };
};

/**
 * How many contexts of one state value are explored, raised while the search fails. A guard that
 * counts attempts needs a few; typed digits and times would otherwise multiply the configurations.
 */
const CONTEXTS_PER_VALUE = [1, 4, 16, 64];

/** Finds the shortest path whose last transition is wanted; undefined if none is within `stepsMax`. */
export type FindPath = (
  from: Configuration,
  isWanted: (transition: Transition) => boolean,
  stepsMax?: number,
) => Transition[] | undefined;

const createSearch = (contextsMax: number, isExhausted: () => boolean) => {
  let isPruned = false;
  const find: FindPath = (from, isWanted, stepsMax = Number.POSITIVE_INFINITY) => {
    const visited = new Map<string, Set<string>>();
    const isNew = ({ valueKey, key }: Configuration): boolean => {
      const keys = visited.get(valueKey) ?? new Set();
      if (keys.has(key)) return false;
      if (keys.size >= contextsMax) {
        isPruned = true;
        return false;
      }
      visited.set(valueKey, keys.add(key));
      return true;
    };
    isNew(from);
    let frontier: { at: Configuration; path: Transition[] }[] = [{ at: from, path: [] }];
    for (let steps = 1; steps <= stepsMax && frontier.length > 0; steps += 1) {
      const next: typeof frontier = [];
      for (const { at, path } of frontier) {
        if (isExhausted()) return undefined;
        for (const transition of at.transitions()) {
          const longer = [...path, transition];
          if (isWanted(transition)) return longer;
          if (isNew(transition.target)) next.push({ at: transition.target, path: longer });
        }
      }
      frontier = next;
    }
    return undefined;
  };
  return { find, wasPruned: () => isPruned };
};

/** Repeats a search with more contexts per state value until `isFound` or until nothing was pruned. */
export const searchWidening = (
  isExhausted: () => boolean,
  isFound: (find: FindPath) => boolean,
): void => {
  for (const contextsMax of CONTEXTS_PER_VALUE) {
    const { find, wasPruned } = createSearch(contextsMax, isExhausted);
    if (isFound(find) || !wasPruned()) return;
  }
};
