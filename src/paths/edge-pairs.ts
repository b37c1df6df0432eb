import type { AnyStateMachine } from 'xstate';
import { type ChartEdge, edgesOf } from '#charts/model/chart-edges.ts';
import {
  type Configuration,
  createAdjacencyMap,
  createVisited,
  startAt,
  type Transition,
  type Visit,
  visitBy,
  visitsFrom,
} from './adjacency-map.ts';
import { createPath, type EdgePath } from './edge-paths.ts';
import { allEventsOf, type EdgePathOptions, withFrozenClock } from './path-options.ts';

/** An edge and the one that the next event takes, by their ids. */
interface EdgePair {
  first: string;
  second: string;
}

/** A pair that no path takes, although the source of its second edge is active after the first. */
interface ImpossiblePair extends EdgePair {
  reason: string;
}

/** The paths that take every pair of consecutive edges, and the pairs that cannot be. */
export interface PairCover {
  pairs: EdgePair[];
  paths: EdgePath[];
  impossible: ImpossiblePair[];
}

/** The first edge of a pair at the start of a chart that takes none. */
const START = 'start';
/** Contexts of one state value that are explored, raised until no further pair is found. */
const CONTEXTS_PER_VALUE = [1, 4, 16, 64];
/** Steps within which a path is continued to another pair instead of starting a new one. */
const EXTENSION_MAX = 4;

const keyOf = (first: string, second: string): string => `${first} → ${second}`;

/** Ids of the edges that the event of a transition takes itself, without those of `always` and raised events. */
const ownEdges = ({ event, edges }: Transition): string[] =>
  edges.filter((id) => id.split('|').at(-2) === event.type);

const edgesInto = ({ initial, last }: Visit): string[] => {
  const { edges } = last?.transition ?? initial;
  return edges.length > 0 ? edges : [START];
};

/** The keys of the pairs that the last two transitions of a visit take. */
const keysAt = ({ last }: Visit): string[] => {
  if (!last) return [];
  const seconds = ownEdges(last.transition);
  return edgesInto(last.from).flatMap((first) => seconds.map((id) => keyOf(first, id)));
};

/** Few paths that take every pair: each goes on to the nearest pair that is missing. */
const coverPairs = (found: ReadonlyMap<string, Visit>): EdgePath[] => {
  const missing = new Set(found.keys());
  /** The visit after the nearest missing pair, at most `EXTENSION_MAX` steps away. */
  const extend = (from: Visit): Visit | undefined => {
    const seen = new Set<string>();
    const isNew = ({ at, last }: Visit) =>
      seen.size < seen.add(`${at.key} ${last?.transition.edges}`).size;
    for (const visit of visitsFrom([from], isNew, from.steps + EXTENSION_MAX))
      if (keysAt(visit).some((key) => missing.has(key))) return visit;
    return undefined;
  };
  const paths: EdgePath[] = [];
  for (const [key, visit] of found) {
    if (!missing.has(key)) continue;
    let end = visit;
    for (let next: Visit | undefined = end; next; next = extend(end)) {
      end = next;
      for (let at: Visit | undefined = end; at; at = at.last?.from)
        for (const taken of keysAt(at)) missing.delete(taken);
    }
    paths.push(createPath(end));
  }
  return paths;
};

/** Why no event takes an edge in any of these configurations. */
const reasonOf = (edge: ChartEdge, after: Configuration[], options: EdgePathOptions): string => {
  const { isPossible = () => true } = options;
  const events = after.flatMap(({ snapshot }) =>
    allEventsOf(snapshot.machine, options)
      .filter(({ type }) => type === edge.event)
      .filter((event) => isPossible(snapshot, event)),
  );
  if (events.length === 0) return 'the options rule the event out there';
  return edge.guard === undefined
    ? 'another transition of the event comes first'
    : `its guard ${edge.guard} does not hold there`;
};

const findPairs = (chart: AnyStateMachine, options: EdgePathOptions): PairCover => {
  const { machine, initial } = createAdjacencyMap(chart, options);
  const edges = edgesOf(machine);
  const listed = new Set(allEventsOf(machine, options).map(({ type }) => type));
  const starts = initial.map(startAt);
  const found = new Map<string, Visit>();
  const after = new Map<string, Map<string, Configuration>>();
  for (const contextsMax of CONTEXTS_PER_VALUE) {
    const before = found.size;
    let isComplete = true;
    const isNew = createVisited(contextsMax, () => {
      isComplete = false;
    });
    const note = (visit: Visit) => {
      for (const first of edgesInto(visit)) {
        const reached = after.get(first) ?? new Map<string, Configuration>();
        after.set(first, reached.set(visit.at.valueKey, visit.at));
      }
      for (const transition of visit.at.transitions()) {
        const second = visitBy(visit, transition);
        for (const key of keysAt(second)) if (!found.has(key)) found.set(key, second);
      }
    };
    starts.forEach(note);
    for (const visit of visitsFrom(starts, isNew)) note(visit);
    const taken = new Set([...found.keys()].flatMap((key) => key.split(' → ')));
    const isEveryEdgeTaken = edges.every(({ id, event }) => !listed.has(event) || taken.has(id));
    if (isComplete || (found.size === before && isEveryEdgeTaken)) break;
  }
  const impossible = [...after].flatMap(([first, reached]) =>
    edges.flatMap((edge): ImpossiblePair[] => {
      // What the chart raises itself is part of the transition that raises it.
      if (!listed.has(edge.event) || found.has(keyOf(first, edge.id))) return [];
      const active = [...reached.values()].filter(
        ({ snapshot }) =>
          snapshot.status === 'active' && snapshot._nodes.some(({ id }) => id === edge.source),
      );
      return active.length === 0
        ? []
        : [{ first, second: edge.id, reason: reasonOf(edge, active, options) }];
    }),
  );
  const pairs = [...found.keys()].map((key) => {
    const [first = '', second = ''] = key.split(' → ');
    return { first, second };
  });
  const paths = coverPairs(found);
  const begun = new Set(paths.map(({ input }) => input));
  // A start that no event follows has no pair, and is a path all the same.
  const alone = starts.filter((start) => !begun.has(start.initial.input)).map(createPath);
  return { pairs, paths: [...paths, ...alone], impossible };
};

/**
 * Paths that take every pair of consecutive edges which the events and inputs reach: what an edge leaves
 * behind meets each event that can follow it. Pairs that cannot be are named with the reason.
 * Deterministic, as `edgePaths` is.
 */
export const edgePairs = (chart: AnyStateMachine, options: EdgePathOptions): PairCover =>
  withFrozenClock(() => findPairs(chart, options));
