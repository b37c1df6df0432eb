import type { AnyEventObject, AnyStateMachine, StateValue } from 'xstate';
import { edgesOf } from '#charts/model/chart-edges.ts';
import {
  type AdjacencyMap,
  createAdjacencyMap,
  edgesUpTo,
  pathOf,
  searchWidening,
  startAt,
  type Transition,
  type Visit,
} from './adjacency-map.ts';
import { type EdgePathOptions, withFrozenClock } from './path-options.ts';
import { copiedFromInput, type Outcome, outcomeOf } from './path-outcome.ts';
import { stateMatcher } from './state-names.ts';

/** A path: the input of the machine, then each event with the state value that it leads to. */
export interface EdgePath extends Outcome {
  input: unknown;
  /** State value before the first event. */
  start: StateValue;
  steps: PathStep[];
}

interface PathStep extends Outcome {
  event: AnyEventObject;
  value: StateValue;
}

/** Cost of another path, in steps: it balances the number of paths against their length. */
const NEW_PATH_COST = 2;

/** The path to a visit. */
export const createPath = (visit: Visit): EdgePath => {
  const { initial } = visit;
  let { snapshot } = initial.target;
  return {
    input: initial.input,
    start: snapshot.value,
    ...outcomeOf(initial, copiedFromInput(initial.input, snapshot.context), snapshot),
    steps: pathOf(visit).map(({ event, target, ...taken }) => {
      const { context } = snapshot;
      snapshot = target.snapshot;
      return { event, value: snapshot.value, ...outcomeOf(taken, context, snapshot) };
    }),
  };
};

/** Ids of all edges of a path, in order. */
export const edgesIn = (path: EdgePath): string[] => [
  ...path.edges,
  ...path.steps.flatMap(({ edges }) => edges),
];

/** Removes paths whose every edge is covered by other paths, the shortest first. */
const withoutRedundant = (ends: Visit[]): Visit[] => {
  const pathsPerEdge = new Map<string, number>();
  const count = (end: Visit, change: number) => {
    for (const edge of new Set(edgesUpTo(end)))
      pathsPerEdge.set(edge, (pathsPerEdge.get(edge) ?? 0) + change);
  };
  for (const end of ends) count(end, 1);
  const redundant = new Set<Visit>();
  for (const end of ends.toSorted((a, b) => a.steps - b.steps)) {
    if (edgesUpTo(end).some((edge) => pathsPerEdge.get(edge) === 1)) continue;
    count(end, -1);
    redundant.add(end);
  }
  return ends.filter((end) => !redundant.has(end));
};

/** The ends of few, short paths that together take every edge which is found. */
export const coverEdges = (map: AdjacencyMap): Visit[] => {
  const uncovered = new Set(edgesOf(map.machine).map(({ id }) => id));
  const isUncovered = ({ edges }: { edges: string[] }) => edges.some((edge) => uncovered.has(edge));
  const ends: Visit[] = [];
  /** Covers the edges up to a visit, from one on whose edges are covered. */
  const cover = (end: Visit, covered?: Visit) => {
    for (let visit: Visit | undefined = end; visit && visit !== covered; visit = visit.last?.from)
      for (const edge of (visit.last?.transition ?? visit.initial).edges) uncovered.delete(edge);
  };

  searchWidening(map, (find) => {
    // `uncovered` only shrinks, so an initial configuration without a result needs no second search.
    const candidates = new Set(map.initial);
    const nearest = (stepsMax?: number) => {
      let best: Visit | undefined;
      // Initial transitions with uncovered edges first, so that those need no path of their own.
      for (const initial of [...candidates].sort((a, b) => +isUncovered(b) - +isUncovered(a))) {
        const limit = best ? best.steps - 1 : stepsMax;
        const found = find(startAt(initial), isUncovered, limit);
        if (found) best = found;
        else if (limit === undefined) candidates.delete(initial);
      }
      return best;
    };
    for (let end = nearest(); end; end = nearest()) {
      cover(end);
      for (let next = find(end, isUncovered); next; next = find(end, isUncovered)) {
        if (nearest(next.steps - end.steps - NEW_PATH_COST - 1)) break;
        cover(next, end);
        end = next;
      }
      ends.push(end);
    }
    // An initial transition whose edges no path covers becomes a path without steps.
    for (const initial of map.initial.filter(isUncovered)) {
      ends.push(startAt(initial));
      cover(startAt(initial));
    }
    return uncovered.size === 0;
  });
  return withoutRedundant(ends);
};

/**
 * An edge cover: few, short paths that together take every edge which the events and inputs reach.
 * Greedy: a path continues to the nearest uncovered edge, unless that edge is nearer from a start.
 * Deterministic: the same chart, events and inputs give the same paths. Configurations differ by
 * state value and enabled edges, and by as few contexts as are needed. Throws if the chart throws.
 *
 * @example
 * edgePaths(loginMachine, { input: { email: '' }, events: [{ type: 'email.changed', email: 'a@b.example' }] })
 */
export const edgePaths = (chart: AnyStateMachine, options: EdgePathOptions): EdgePath[] =>
  withFrozenClock(() => coverEdges(createAdjacencyMap(chart, options)).map(createPath));

/** Ids of the edges of a chart that none of these paths takes. */
export const uncoveredEdges = (machine: AnyStateMachine, paths: EdgePath[]): string[] => {
  const covered = new Set(paths.flatMap(edgesIn));
  return edgesOf(machine)
    .map(({ id }) => id)
    .filter((id) => !covered.has(id));
};

/** The shortest path to a state, or the limit that the search for it met. */
export const findPathTo = (
  chart: AnyStateMachine,
  options: EdgePathOptions,
  state: string,
): { path?: EdgePath; limit?: string | undefined } => {
  const isIn = stateMatcher(chart, state);
  if (!isIn) throw new Error(`${chart.id} has no state ${state}`);
  const isReached = ({ target, edges }: Pick<Transition, 'target' | 'edges'>) =>
    isIn(target.snapshot, edges);
  return withFrozenClock(() => {
    const map = createAdjacencyMap(chart, options);
    let shortest: Visit | undefined;
    searchWidening(map, (find) => {
      for (const initial of map.initial) {
        const start = startAt(initial);
        const found = isReached(initial) ? start : find(start, isReached);
        if (found && found.steps < (shortest?.steps ?? Infinity)) shortest = found;
      }
      return shortest !== undefined;
    });
    return shortest ? { path: createPath(shortest) } : { limit: map.limit() };
  });
};

/**
 * The shortest path to a state, given by its id, its key path or the end of either (`rejected`).
 * Undefined where the events and inputs do not reach it; throws where the chart has no such state.
 */
export const pathTo = (
  chart: AnyStateMachine,
  options: EdgePathOptions,
  state: string,
): EdgePath | undefined => findPathTo(chart, options, state).path;
