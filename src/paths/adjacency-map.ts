import { createHash } from 'node:crypto';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { createTransitions, type TransitionResult } from './chart-transitions.ts';
import { createChildAnswers } from './child-answers.ts';
import {
  allEventsOf,
  type EdgePathOptions,
  inputsOf,
  limitsOf,
  takenTypes,
} from './path-options.ts';
import { type Effect, serializeContext } from './path-outcome.ts';

export interface Configuration {
  snapshot: AnyMachineSnapshot;
  /** Serialized status, state value and enabled transitions. */
  valueKey: string;
  /** Hash of valueKey, history and context; unique per configuration. */
  key: string;
  /** Transitions out of it, computed on the first call; none once the limit is reached. */
  transitions: () => Transition[];
}

/** What leads to a configuration; `edges` are the ids of the edges that are taken, `always` included. */
interface Arrival {
  edges: string[];
  effects: Effect[];
  target: Configuration;
}

export interface Transition extends Arrival {
  event: AnyEventObject;
}

export interface InitialTransition extends Arrival {
  input: unknown;
}

/** The adjacency map of a chart, computed lazily; each configuration occurs once. */
export const createAdjacencyMap = (chart: AnyStateMachine, options: EdgePathOptions) => {
  const { isPossible = () => true } = options;
  const { machine, startWith } = createTransitions(chart);
  const events = allEventsOf(machine, options);
  const childAnswers = createChildAnswers(chart, options, searchOutputs);
  const known = new Map<string, Configuration>();
  const { configurations: configurationsMax } = limitsOf(options);
  let isExhausted = false;
  let isPartial = false;

  const initial = inputsOf(options).map((input): InitialTransition => {
    const { first, enabledEdges, take } = startWith(input);
    const configurationOf = ({ snapshot, effects }: TransitionResult): Configuration => {
      events.push(...childAnswers.eventsAfter(effects));
      const handled = takenTypes(snapshot._nodes);
      const isAnyHandled = [...handled].some((type) => type.endsWith('*'));
      const enabled = events.flatMap((event, index) => {
        const isTried = (isAnyHandled || handled.has(event.type)) && isPossible(snapshot, event);
        const edges = isTried ? enabledEdges(snapshot, event) : [];
        return edges.length > 0 ? [{ index, event, edges }] : [];
      });
      const valueKey = JSON.stringify([
        snapshot.status,
        snapshot.value,
        enabled.map(({ index, edges }) => [index, edges]),
      ]);
      const history = Object.entries(snapshot.historyValue);
      const remembered = history.map(([id, nodes]) => [id, nodes.map((node) => node.id)]);
      // A hash, because the text of a context can be longer than the context itself.
      const key = createHash('sha1')
        .update(`${valueKey}${JSON.stringify(remembered)}`)
        .update(
          serializeContext(snapshot.context, () => {
            isPartial = true;
          }),
        )
        .digest('base64');
      const existing = known.get(key);
      if (existing) return existing;
      let transitions: Transition[] | undefined;
      const configuration: Configuration = {
        snapshot,
        valueKey,
        key,
        transitions: () => {
          if (!transitions && enabled.length > 0 && known.size >= configurationsMax) {
            isExhausted = true;
            return [];
          }
          transitions ??= enabled.map(({ event }) => ({
            event,
            ...arrivalOf(take(snapshot, event)),
          }));
          return transitions;
        },
      };
      known.set(key, configuration);
      return configuration;
    };
    const arrivalOf = (result: TransitionResult): Arrival => ({
      edges: result.edges,
      effects: result.effects,
      target: configurationOf(result),
    });
    return { input, ...arrivalOf(first) };
  });

  return {
    machine,
    initial,
    /** Those of the options, the implicit ones, and the answers that child charts were found to give. */
    events,
    childAnswers,
    configurations: () => [...known.values()],
    isExhausted: () => isExhausted,
    /** The limit, as a text, if the search has met one: what was not found may still exist. */
    limit: () => {
      if (isExhausted) return `not found within ${configurationsMax} configurations`;
      if (!isPartial) return undefined;
      return `not found within ${known.size} configurations, whose long contexts are compared in part`;
    },
  };
};

export type AdjacencyMap = ReturnType<typeof createAdjacencyMap>;

/** Finds the nearest visit whose last transition is wanted; undefined if none is within `stepsMax`. */
export type FindVisit = (
  from: Visit,
  isWanted: (transition: Transition) => boolean,
  stepsMax?: number,
) => Visit | undefined;

/** A configuration and the way to it. */
export interface Visit {
  at: Configuration;
  /** How many transitions lead to it. */
  steps: number;
  initial: InitialTransition;
  /** The transition that leads to it; none at the start. */
  last?: { from: Visit; transition: Transition };
}

/** The start of a chart as a visit. */
export const startAt = (initial: InitialTransition): Visit => ({
  at: initial.target,
  steps: 0,
  initial,
});

/** The transitions up to a visit, in order. */
export const pathOf = (visit: Visit): Transition[] => {
  const path: Transition[] = [];
  for (let { last } = visit; last; { last } = last.from) path.push(last.transition);
  return path.reverse();
};

/** Ids of all edges up to a visit, in order. */
export const edgesUpTo = (visit: Visit): string[] =>
  [visit.initial, ...pathOf(visit)].flatMap(({ edges }) => edges);

/** The visit of a transition's target. */
export const visitBy = (from: Visit, transition: Transition) => {
  const { steps, initial } = from;
  return { at: transition.target, steps: steps + 1, initial, last: { from, transition } };
};

/**
 * Every transition within reach, as a visit of its target, nearest first; goes on from the new ones, up
 * to as many steps in all.
 */
export function* visitsFrom(
  starts: Visit[],
  isNew: (visit: Visit) => boolean,
  stepsMax = Number.POSITIVE_INFINITY,
): Generator<ReturnType<typeof visitBy>> {
  const queue = starts.filter(isNew);
  for (const from of queue) {
    if (from.steps >= stepsMax) return;
    for (const transition of from.at.transitions()) {
      const visit = visitBy(from, transition);
      yield visit;
      if (isNew(visit)) queue.push(visit);
    }
  }
}

/** Tells whether a configuration is new, up to a number of contexts per state value. */
export const createVisited = (contextsMax: number, onPruned: () => void) => {
  const visited = new Map<string, Set<string>>();
  return ({ at: { valueKey, key } }: Visit): boolean => {
    const keys = visited.get(valueKey) ?? new Set();
    if (keys.has(key)) return false;
    if (keys.size >= contextsMax) {
      onPruned();
      return false;
    }
    visited.set(valueKey, keys.add(key));
    return true;
  };
};

/**
 * Repeats a search until `isFound` or until everything within the limit was visited. It visits one
 * context per state value at first, then four times as many each time: a guard that counts attempts
 * needs a few, while typed digits and times would multiply the configurations.
 */
export const searchWidening = (
  { isExhausted }: AdjacencyMap,
  isFound: (find: FindVisit) => boolean,
): void => {
  let isPruned = true;
  for (let contextsMax = 1; isPruned; contextsMax *= 4) {
    isPruned = false;
    const find: FindVisit = (from, isWanted, stepsMax = Number.POSITIVE_INFINITY) => {
      const isNew = createVisited(contextsMax, () => {
        isPruned = true;
      });
      for (const visit of visitsFrom([from], isNew, from.steps + stepsMax))
        if (isWanted(visit.last.transition)) return visit;
      return undefined;
    };
    if (isFound(find) || isExhausted()) return;
  }
};

/** The outputs that a chart ends with in any configuration within the limit. */
const searchOutputs = (chart: AnyStateMachine, options: EdgePathOptions) => {
  const map = createAdjacencyMap(chart, options);
  searchWidening(map, (find) => {
    for (const initial of map.initial) find(startAt(initial), () => false);
    return false;
  });
  const ended = map.configurations().filter(({ snapshot }) => snapshot.status === 'done');
  return { outputs: ended.map(({ snapshot }) => snapshot.output), limit: map.limit() };
};
