import type { AnyEventObject, AnyStateMachine, StateValue } from 'xstate';
import { edgesOf } from '#charts/model/chart-edges.ts';
import {
  type AdjacencyMap,
  type Configuration,
  createAdjacencyMap,
  type FindPath,
  type InitialTransition,
  searchWidening,
  type Transition,
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

/** A path through the adjacency map. */
export interface Walk {
  initial: InitialTransition;
  transitions: Transition[];
}

/** The path that starts with an input and takes these transitions. */
export const createPath = ({ initial, transitions }: Walk): EdgePath => {
  const { input } = initial;
  let { snapshot } = initial.target;
  return {
    input,
    start: snapshot.value,
    ...outcomeOf(initial, copiedFromInput(input, snapshot.context), snapshot),
    steps: transitions.map(({ event, target, ...taken }) => {
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

/** Ids of all edges of a walk, in order. */
export const edgesOfWalk = ({ initial, transitions }: Walk): string[] =>
  [initial, ...transitions].flatMap(({ edges }) => edges);

/** Removes walks whose every edge is covered by other walks, the shortest first. */
const withoutRedundant = (walks: Walk[]): Walk[] => {
  const walksPerEdge = new Map<string, number>();
  const count = (walk: Walk, change: number) => {
    for (const edge of new Set(edgesOfWalk(walk)))
      walksPerEdge.set(edge, (walksPerEdge.get(edge) ?? 0) + change);
  };
  for (const walk of walks) count(walk, 1);
  const redundant = new Set<Walk>();
  for (const walk of walks.toSorted((a, b) => a.transitions.length - b.transitions.length)) {
    if (edgesOfWalk(walk).some((edge) => walksPerEdge.get(edge) === 1)) continue;
    count(walk, -1);
    redundant.add(walk);
  }
  return walks.filter((walk) => !redundant.has(walk));
};

/** Few, short walks that together take every edge which is found. */
export const coverEdges = (map: AdjacencyMap): Walk[] => {
  const { machine, initial: starts } = map;
  const uncovered = new Set(edgesOf(machine).map(({ id }) => id));
  const cover = (edges: string[]) => {
    for (const edge of edges) uncovered.delete(edge);
  };
  const isUncovered = ({ edges }: { edges: string[] }) => edges.some((edge) => uncovered.has(edge));
  const walks: Walk[] = [];

  const addWalks = (find: FindPath) => {
    // `uncovered` only shrinks, so an initial configuration without a result needs no second search.
    const candidates = new Set(starts);
    const nearest = (stepsMax?: number) => {
      let best: Walk | undefined;
      // Initial transitions with uncovered edges first, so that those need no path of their own.
      for (const initial of [...candidates].sort((a, b) => +isUncovered(b) - +isUncovered(a))) {
        const limit = best ? best.transitions.length - 1 : stepsMax;
        const transitions = find(initial.target, isUncovered, limit);
        if (transitions) best = { initial, transitions };
        else if (limit === undefined) candidates.delete(initial);
      }
      return best;
    };
    for (let next = nearest(); next; next = nearest()) {
      const walk: Walk = { initial: next.initial, transitions: [] };
      walks.push(walk);
      cover(walk.initial.edges);
      for (let extension: Transition[] | undefined = next.transitions; extension; ) {
        walk.transitions.push(...extension);
        cover(extension.flatMap(({ edges }) => edges));
        extension = find((extension.at(-1) as Transition).target, isUncovered);
        if (extension && nearest(extension.length - NEW_PATH_COST - 1)) extension = undefined;
      }
    }
    // An initial transition whose edges no path covers becomes a path without steps.
    for (const initial of starts.filter(isUncovered)) {
      walks.push({ initial, transitions: [] });
      cover(initial.edges);
    }
    return uncovered.size === 0;
  };

  searchWidening(map, addWalks);
  return withoutRedundant(walks);
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
  const isReached = ({ target, edges }: { target: Configuration; edges: string[] }) =>
    isIn(target.snapshot, edges);
  return withFrozenClock(() => {
    const map = createAdjacencyMap(chart, options);
    let shortest: Walk | undefined;
    searchWidening(map, (find) => {
      for (const initial of map.initial) {
        const transitions = isReached(initial) ? [] : find(initial.target, isReached);
        if (transitions && transitions.length < (shortest?.transitions.length ?? Infinity))
          shortest = { initial, transitions };
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
