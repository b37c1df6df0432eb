import type { AnyEventObject, AnyStateMachine, StateValue } from 'xstate';
import { edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';
import {
  type Configuration,
  createAdjacencyMap,
  type FindPath,
  type InitialTransition,
  searchWidening,
  type Transition,
} from './adjacency-map.ts';
import { withFrozenClock } from './frozen-clock.ts';
import type { EdgePathOptions } from './path-options.ts';
import { copiedFromInput, type Outcome, outcomeOf } from './path-outcome.ts';

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

const stepsOf = (from: Configuration, transitions: Transition[]): PathStep[] =>
  transitions.map((transition, index) => {
    const { context } = (transitions[index - 1]?.target ?? from).snapshot;
    const { snapshot } = transition.target;
    return {
      event: transition.event,
      value: snapshot.value,
      ...outcomeOf(transition, context, snapshot),
    };
  });

/** The path that starts with an input and takes these transitions. */
export const createPath = (
  initial: InitialTransition,
  transitions: Transition[] = [],
): EdgePath => {
  const { input, target } = initial;
  const { snapshot } = target;
  return {
    input,
    start: snapshot.value,
    ...outcomeOf(initial, copiedFromInput(input, snapshot.context), snapshot),
    steps: stepsOf(target, transitions),
  };
};

/** Ids of all edges of a path, in order. */
export const edgesIn = (path: EdgePath): string[] => [
  ...path.edges,
  ...path.steps.flatMap(({ edges }) => edges),
];

/** Removes paths whose every edge is covered by other paths, the shortest first. */
const withoutRedundant = (paths: EdgePath[]): EdgePath[] => {
  const pathsPerEdge = new Map<string, number>();
  const count = (path: EdgePath, change: number) => {
    for (const edge of new Set(edgesIn(path)))
      pathsPerEdge.set(edge, (pathsPerEdge.get(edge) ?? 0) + change);
  };
  for (const path of paths) count(path, 1);
  const redundant = new Set<EdgePath>();
  for (const path of paths.toSorted((a, b) => a.steps.length - b.steps.length)) {
    if (edgesIn(path).some((edge) => pathsPerEdge.get(edge) === 1)) continue;
    count(path, -1);
    redundant.add(path);
  }
  return paths.filter((path) => !redundant.has(path));
};

const findPaths = (chart: AnyStateMachine, options: EdgePathOptions): EdgePath[] => {
  const { machine, initial, isExhausted } = createAdjacencyMap(chart, options);
  const uncovered = new Set(edgesOf(machine).map(({ id }) => id));
  const cover = (edges: string[]) => {
    for (const edge of edges) uncovered.delete(edge);
  };
  const isUncovered = ({ edges }: { edges: string[] }) => edges.some((edge) => uncovered.has(edge));
  const paths: EdgePath[] = [];

  const addPaths = (find: FindPath) => {
    // `uncovered` only shrinks, so an initial configuration without a result needs no second search.
    const candidates = new Set(initial);
    const nearest = (stepsMax?: number) => {
      let best: { from: InitialTransition; path: Transition[] } | undefined;
      // Initial transitions with uncovered edges first, so that those need no path of their own.
      for (const from of [...candidates].sort((a, b) => +isUncovered(b) - +isUncovered(a))) {
        const limit = best ? best.path.length - 1 : stepsMax;
        const path = find(from.target, isUncovered, limit);
        if (path) best = { from, path };
        else if (limit === undefined) candidates.delete(from);
      }
      return best;
    };
    for (let next = nearest(); next; next = nearest()) {
      const { from } = next;
      const path = createPath(from);
      paths.push(path);
      cover(from.edges);
      let { target } = from;
      for (let extension: Transition[] | undefined = next.path; extension; ) {
        path.steps.push(...stepsOf(target, extension));
        cover(extension.flatMap(({ edges }) => edges));
        ({ target } = extension.at(-1) as Transition);
        extension = find(target, isUncovered);
        if (extension && nearest(extension.length - NEW_PATH_COST - 1)) extension = undefined;
      }
    }
    // An initial transition whose edges no path covers becomes a path without steps.
    for (const from of initial.filter(isUncovered)) {
      paths.push(createPath(from));
      cover(from.edges);
    }
    return uncovered.size === 0;
  };

  searchWidening(isExhausted, addPaths);
  return withoutRedundant(paths);
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
  withFrozenClock(() => findPaths(chart, options));

/** Ids of the edges of a chart that none of these paths takes. */
export const uncoveredEdges = (machine: AnyStateMachine, paths: EdgePath[]): string[] => {
  const covered = new Set(paths.flatMap(edgesIn));
  return edgesOf(machine)
    .map(({ id }) => id)
    .filter((id) => !covered.has(id));
};

/** Ids of the states that a name matches: an id, or the end of one (`rejected`). */
export const statesNamed = (machine: AnyStateMachine, name: string): string[] =>
  stateNodesOf(machine)
    .map(({ id }) => id)
    .filter((id) => id === name || id.endsWith(`.${name}`));

/**
 * The shortest path to a state, given by its id or the end of it (`rejected`). Undefined where the
 * events and inputs do not reach it; throws where the chart has no such state.
 */
export const pathTo = (
  chart: AnyStateMachine,
  options: EdgePathOptions,
  state: string,
): EdgePath | undefined => {
  const ids = new Set(statesNamed(chart, state));
  if (ids.size === 0) throw new Error(`${chart.id} has no state ${state}`);
  const isReached = ({ snapshot }: Configuration) => snapshot._nodes.some(({ id }) => ids.has(id));
  let shortest: EdgePath | undefined;
  withFrozenClock(() => {
    const { initial, isExhausted } = createAdjacencyMap(chart, options);
    searchWidening(isExhausted, (find) => {
      for (const from of initial) {
        const { target } = from;
        const path = isReached(target) ? [] : find(target, (next) => isReached(next.target));
        if (path && path.length < (shortest?.steps.length ?? Number.POSITIVE_INFINITY))
          shortest = createPath(from, path);
      }
      return shortest !== undefined;
    });
  });
  return shortest;
};
