import type { AnyStateMachine } from 'xstate';
import { type ChartEdge, edgesOf } from '#charts/model/chart-edges.ts';
import {
  type Configuration,
  createAdjacencyMap,
  createVisited,
  type InitialTransition,
  type Transition,
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

/** A configuration on its shortest way from a start. */
interface Node {
  at: Configuration;
  from: InitialTransition;
  /** The transition that leads to it, and where from; none at a start. */
  last?: { before: Node; transition: Transition };
}

/** Where a pair was found: the way to the second transition's configuration, then that transition. */
interface FoundPair {
  node: Node;
  second: Transition;
}

const keyOf = (first: string, second: string): string => `${first} → ${second}`;

/** Ids of the edges that the event of a transition takes itself, without those of `always` and raised events. */
const ownEdges = ({ event, edges }: Transition): string[] =>
  edges.filter((id) => id.split('|').at(-2) === event.type);

const edgesInto = ({ from, last }: Node): string[] => {
  const { edges } = last?.transition ?? from;
  return edges.length > 0 ? edges : [START];
};

/** The keys of the pairs that two consecutive transitions take. */
const keysAfter = (node: Node, second: Transition): string[] =>
  edgesInto(node).flatMap((first) => ownEdges(second).map((id) => keyOf(first, id)));

/** Visits every configuration once, up to a number of contexts per state value, nearest first. */
const explore = (
  initial: InitialTransition[],
  contextsMax: number,
  isExhausted: () => boolean,
  visit: (node: Node) => void,
): boolean => {
  let isPruned = false;
  const isNew = createVisited(contextsMax, () => {
    isPruned = true;
  });
  const queue: Node[] = [];
  const reach = (node: Node) => {
    visit(node);
    if (isNew(node.at)) queue.push(node);
  };
  for (const from of initial) reach({ at: from.target, from });
  for (const node of queue) {
    if (isExhausted()) return false;
    for (const transition of node.at.transitions())
      reach({ at: transition.target, from: node.from, last: { before: node, transition } });
  }
  return !isPruned;
};

const transitionsTo = (node: Node): Transition[] =>
  node.last ? [...transitionsTo(node.last.before), node.last.transition] : [];

/** Few paths that take every pair: each goes on to the nearest pair that is missing. */
const coverPairs = (found: ReadonlyMap<string, FoundPair>): EdgePath[] => {
  const missing = new Set(found.keys());
  const isWanted = (node: Node, second: Transition) =>
    keysAfter(node, second).some((key) => missing.has(key));

  /** The node after the nearest missing pair, at most `EXTENSION_MAX` steps away. */
  const extend = (from: Node): Node | undefined => {
    const seen = new Set<string>();
    let frontier = [from];
    for (let steps = 0; steps < EXTENSION_MAX; steps += 1) {
      const next: Node[] = [];
      for (const node of frontier)
        for (const transition of node.at.transitions()) {
          const after = { ...node, at: transition.target, last: { before: node, transition } };
          if (isWanted(node, transition)) return after;
          const key = `${transition.target.key} ${transition.edges}`;
          if (!seen.has(key)) next.push(after);
          seen.add(key);
        }
      frontier = next;
    }
    return undefined;
  };

  const paths: EdgePath[] = [];
  for (const [key, { node, second }] of found) {
    if (!missing.has(key)) continue;
    let end: Node = {
      at: second.target,
      from: node.from,
      last: { before: node, transition: second },
    };
    for (let next: Node | undefined = end; next; next = extend(end)) {
      end = next;
      for (let at: Node = end; at.last; at = at.last.before)
        for (const taken of keysAfter(at.last.before, at.last.transition)) missing.delete(taken);
    }
    paths.push(createPath({ initial: end.from, transitions: transitionsTo(end) }));
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
  const { machine, initial, isExhausted } = createAdjacencyMap(chart, options);
  const edges = edgesOf(machine);
  const listed = new Set(allEventsOf(machine, options).map(({ type }) => type));
  const found = new Map<string, FoundPair>();
  const after = new Map<string, Map<string, Configuration>>();
  for (const contextsMax of CONTEXTS_PER_VALUE) {
    const before = found.size;
    const isComplete = explore(initial, contextsMax, isExhausted, (node) => {
      for (const first of edgesInto(node)) {
        const reached = after.get(first) ?? new Map<string, Configuration>();
        after.set(first, reached.set(node.at.valueKey, node.at));
      }
      for (const second of node.at.transitions())
        for (const key of keysAfter(node, second))
          if (!found.has(key)) found.set(key, { node, second });
    });
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
  const starts = new Set(paths.map(({ input }) => input));
  // A start that no event follows has no pair, and is a path all the same.
  const alone = initial.filter(({ input }) => !starts.has(input));
  return {
    pairs,
    paths: [...paths, ...alone.map((from) => createPath({ initial: from, transitions: [] }))],
    impossible,
  };
};

/**
 * Paths that take every pair of consecutive edges which the events and inputs reach: what an edge leaves
 * behind meets each event that can follow it. Pairs that cannot be are named with the reason.
 * Deterministic, as `edgePaths` is.
 */
export const edgePairs = (chart: AnyStateMachine, options: EdgePathOptions): PairCover =>
  withFrozenClock(() => findPairs(chart, options));
