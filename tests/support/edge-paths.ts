import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate';
import { edgesOf, stateNodesOf } from '#charts/chart-edges.ts';
import { createSteps } from './chart-steps.ts';

/** How a walk goes: the input to start with, then each event with the value that it leads to. */
export interface EdgePath {
  input: unknown;
  /** Ids of the edges that are taken before the first event. */
  edges: string[];
  steps: PathStep[];
}

interface PathStep {
  event: AnyEventObject;
  value: StateValue;
  /** Ids of the edges that the event takes, those of `always` and of raised events included. */
  edges: string[];
}

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

/** What going to the start once more is worth, in steps: paths stay few, and short all the same. */
const NEW_PATH_COST = 2;
/**
 * How many contexts of one configuration are told apart, widened while edges are still untaken: a
 * guard that counts tries needs a few, digits and times would otherwise multiply the paths.
 */
const CONTEXTS_PER_CONFIGURATION = [1, 4, 16, 64];
/** More steps than any search may try: running into it means that something explodes. */
const TRIES_MAX = 60_000;

interface Place {
  snapshot: AnyMachineSnapshot;
  /** Value and open edges: what can happen here. */
  configuration: string;
  /** The same with the context: what tells this place from all others. */
  key: string;
  exits: () => Exit[];
}

interface Exit {
  event: AnyEventObject;
  edges: string[];
  place: Place;
}

interface Start {
  input: unknown;
  edges: string[];
  place: Place;
}

const withAutomatic = (machine: AnyStateMachine, events: AnyEventObject[]): AnyEventObject[] => {
  const listed = new Set(events.map(({ type }) => type));
  const automatic = stateNodesOf(machine)
    .flatMap((node) => [...node.transitions.keys()])
    .filter((type) => /^xstate\.(?:error\.actor|after)\./.test(type) && !listed.has(type));
  return [...events, ...[...new Set(automatic)].map((type) => ({ type }))];
};

const readable = (_: string, value: unknown): unknown =>
  value instanceof Error ? value.message : typeof value === 'bigint' ? `${value}n` : value;

/** Every place that can be reached, worked out when it is asked for, each one once. */
const createMap = (
  chart: AnyStateMachine,
  { events, input, inputs = [input], isPossible = () => true }: EdgePathOptions,
) => {
  const { machine, startWith } = createSteps(chart);
  const all = withAutomatic(machine, events);
  let tries = 0;

  const starts = inputs.map((startInput): Start => {
    const { first, open, take } = startWith(startInput);
    const known = new Map<string, Place>();
    const placeOf = (snapshot: AnyMachineSnapshot): Place => {
      const openings = all.map((event) =>
        isPossible(snapshot, event) ? open(snapshot, event) : [],
      );
      const configuration = JSON.stringify([snapshot.status, snapshot.value, openings]);
      const key = configuration + JSON.stringify(snapshot.context, readable);
      const before = known.get(key);
      if (before) return before;
      let exits: Exit[] | undefined;
      const place: Place = {
        snapshot,
        configuration,
        key,
        exits: () => {
          exits ??= all.flatMap((event, index) => {
            if (openings[index]?.length === 0) return [];
            tries += 1;
            const step = take(snapshot, event);
            return [{ event, edges: step.edges, place: placeOf(step.snapshot) }];
          });
          return exits;
        },
      };
      known.set(key, place);
      return place;
    };
    return { input: startInput, edges: first.edges, place: placeOf(first.snapshot) };
  });

  return { machine, starts, isExhausted: () => tries > TRIES_MAX };
};

/** The shortest way from a place to an exit that is wanted, or undefined. */
const findExit = (
  from: Place,
  isWanted: (exit: Exit) => boolean,
  contextsMax: number,
  isExhausted: () => boolean,
  stepsMax = Number.POSITIVE_INFINITY,
): Exit[] | undefined => {
  const contexts = new Map<string, Set<string>>();
  const isNew = ({ configuration, key }: Place): boolean => {
    const seen = contexts.get(configuration) ?? new Set();
    if (seen.has(key) || seen.size >= contextsMax) return false;
    contexts.set(configuration, seen.add(key));
    return true;
  };
  isNew(from);
  let ways: { place: Place; way: Exit[] }[] = [{ place: from, way: [] }];
  for (let steps = 1; steps <= stepsMax && ways.length > 0 && !isExhausted(); steps += 1) {
    const next: typeof ways = [];
    for (const { place, way } of ways) {
      for (const exit of place.exits()) {
        const longer = [...way, exit];
        if (isWanted(exit)) return longer;
        if (isNew(exit.place)) next.push({ place: exit.place, way: longer });
      }
    }
    ways = next;
  }
  return undefined;
};

const stepOf = ({ event, edges, place }: Exit): PathStep => ({
  event,
  edges,
  value: place.snapshot.value,
});

const edgesIn = (path: EdgePath): string[] => [
  ...path.edges,
  ...path.steps.flatMap(({ edges }) => edges),
];

/** Without the paths whose every edge others take as well; the shortest are looked at first. */
const withoutSpare = (paths: EdgePath[]): EdgePath[] => {
  const kept = new Set(paths);
  for (const path of paths.toSorted((a, b) => a.steps.length - b.steps.length)) {
    kept.delete(path);
    const others = new Set([...kept].flatMap(edgesIn));
    if (!edgesIn(path).every((edge) => others.has(edge))) kept.add(path);
  }
  return paths.filter((path) => kept.has(path));
};

/**
 * Paths that together take every edge of a chart that the events and inputs can open, few and short:
 * from where a path stands, it goes on to the nearest edge that no path has taken yet, unless that
 * one is nearer from a start. Deterministic: the same chart, events and inputs give the same paths.
 * Places are told apart by `snapshot.value`, by the edges that are open, and by as little of the
 * context as is needed.
 *
 * @example
 * edgePaths(loginMachine, { input: { email: '' }, events: [{ type: 'email.changed', email: 'a@b.example' }] })
 */
export const edgePaths = (chart: AnyStateMachine, options: EdgePathOptions): EdgePath[] => {
  const { machine, starts, isExhausted } = createMap(chart, options);
  const untaken = new Set(edgesOf(machine).map(({ id }) => id));
  const take = (edges: string[]) => {
    for (const edge of edges) untaken.delete(edge);
  };
  const isUntaken = ({ edges }: { edges: string[] }) => edges.some((edge) => untaken.has(edge));

  const paths: EdgePath[] = [];
  for (const contextsMax of CONTEXTS_PER_CONFIGURATION) {
    const search = (from: Place, stepsMax?: number) =>
      findExit(from, isUntaken, contextsMax, isExhausted, stepsMax);
    // What is untaken only shrinks, so a start that led nowhere once need not be asked again.
    const hopeful = new Set(starts);
    const nearestStart = (stepsMax?: number): { start: Start; way: Exit[] } | undefined => {
      let nearest: { start: Start; way: Exit[] } | undefined;
      // Those first whose own first edges are untaken, so that they need no path of their own.
      for (const start of [...hopeful].sort((a, b) => +isUntaken(b) - +isUntaken(a))) {
        const limit = nearest ? nearest.way.length - 1 : stepsMax;
        const way = search(start.place, limit);
        if (way) nearest = { start, way };
        else if (limit === undefined) hopeful.delete(start);
      }
      return nearest;
    };
    for (let fresh = nearestStart(); fresh; fresh = nearestStart()) {
      const { start } = fresh;
      const path: EdgePath = { input: start.input, edges: start.edges, steps: [] };
      paths.push(path);
      take(start.edges);
      for (let way: Exit[] | undefined = fresh.way; way; ) {
        path.steps.push(...way.map(stepOf));
        take(way.flatMap(({ edges }) => edges));
        const { place } = way.at(-1) as Exit;
        way = search(place);
        if (way && nearestStart(way.length - NEW_PATH_COST - 1)) way = undefined;
      }
    }
    // A start whose first edges no path needs is a path of no steps.
    for (const { input, edges } of starts.filter(isUntaken)) {
      paths.push({ input, edges, steps: [] });
      take(edges);
    }
    if (untaken.size === 0) break;
  }
  return withoutSpare(paths);
};

/** The edges of a chart that these paths don't take; none when they take every one. */
export const untakenBy = (machine: AnyStateMachine, paths: EdgePath[]): string[] => {
  const taken = new Set(paths.flatMap(edgesIn));
  return edgesOf(machine)
    .map(({ id }) => id)
    .filter((id) => !taken.has(id));
};

/**
 * The shortest path to a state: its key, its id, or the end of its id (`rejected`). Undefined where
 * the events and inputs don't lead there; throws where the chart has no such state.
 */
export const pathTo = (
  chart: AnyStateMachine,
  options: EdgePathOptions,
  state: string,
): EdgePath | undefined => {
  const { machine, starts, isExhausted } = createMap(chart, options);
  const ids = new Set(
    stateNodesOf(machine)
      .map(({ id }) => id)
      .filter((id) => id === state || id.endsWith(`.${state}`)),
  );
  if (ids.size === 0) throw new Error(`${machine.id} has no state ${state}`);
  const isThere = ({ snapshot }: Place) => snapshot._nodes.some(({ id }) => ids.has(id));
  for (const contextsMax of CONTEXTS_PER_CONFIGURATION) {
    const found = starts
      .flatMap(({ input, edges, place }): EdgePath[] => {
        if (isThere(place)) return [{ input, edges, steps: [] }];
        const way = findExit(place, (exit) => isThere(exit.place), contextsMax, isExhausted);
        return way ? [{ input, edges, steps: way.map(stepOf) }] : [];
      })
      .sort((a, b) => a.steps.length - b.steps.length)[0];
    if (found) return found;
  }
  return undefined;
};
