import type { AnyEventObject, AnyStateMachine, StateValue } from 'xstate';
import { edgesOf, stateNodesOf } from '#charts/chart-edges.ts';
import { createMap, type EdgePathOptions, type Exit, type Place, type Start } from './chart-map.ts';
import { type FindExit, searchWider } from './find-exit.ts';
import { type Outcome, outcomeOf, saidBy } from './path-outcome.ts';
import { inStillWorld } from './still-world.ts';

export type { EdgePathOptions } from './chart-map.ts';

/** How a walk goes: the input to start with, then each event with the value that it leads to. */
export interface EdgePath extends Outcome {
  input: unknown;
  /** Where the chart is before the first event. */
  start: StateValue;
  steps: PathStep[];
}

interface PathStep extends Outcome {
  event: AnyEventObject;
  value: StateValue;
}

/** What going to the start once more is worth, in steps: paths stay few, and short all the same. */
const NEW_PATH_COST = 2;

const stepsOf = (from: Place, way: Exit[]): PathStep[] =>
  way.map((exit, index) => {
    const { context } = (way[index - 1]?.place ?? from).snapshot;
    const { snapshot } = exit.place;
    return { event: exit.event, value: snapshot.value, ...outcomeOf(exit, context, snapshot) };
  });

const pathFrom = (start: Start, way: Exit[] = []): EdgePath => {
  const { input, place } = start;
  return {
    input,
    start: place.snapshot.value,
    ...outcomeOf(start, saidBy(input, place.snapshot.context), place.snapshot),
    steps: stepsOf(place, way),
  };
};

/** Ids of every edge that a path takes, in its order. */
export const edgesIn = (path: EdgePath): string[] => [
  ...path.edges,
  ...path.steps.flatMap(({ edges }) => edges),
];

/** Without the paths whose every edge others take as well; the shortest are looked at first. */
const withoutSpare = (paths: EdgePath[]): EdgePath[] => {
  const takers = new Map<string, number>();
  const count = (path: EdgePath, change: number) => {
    for (const edge of new Set(edgesIn(path))) takers.set(edge, (takers.get(edge) ?? 0) + change);
  };
  for (const path of paths) count(path, 1);
  const spare = new Set<EdgePath>();
  for (const path of paths.toSorted((a, b) => a.steps.length - b.steps.length)) {
    if (edgesIn(path).some((edge) => takers.get(edge) === 1)) continue;
    count(path, -1);
    spare.add(path);
  }
  return paths.filter((path) => !spare.has(path));
};

const findPaths = (chart: AnyStateMachine, options: EdgePathOptions): EdgePath[] => {
  const { machine, starts, isExhausted } = createMap(chart, options);
  const untaken = new Set(edgesOf(machine).map(({ id }) => id));
  const take = (edges: string[]) => {
    for (const edge of edges) untaken.delete(edge);
  };
  const isUntaken = ({ edges }: { edges: string[] }) => edges.some((edge) => untaken.has(edge));
  const paths: EdgePath[] = [];

  const addPaths = (find: FindExit) => {
    // What is untaken only shrinks, so a start that led nowhere once need not be asked again.
    const hopeful = new Set(starts);
    const nearestStart = (stepsMax?: number): { start: Start; way: Exit[] } | undefined => {
      let nearest: { start: Start; way: Exit[] } | undefined;
      // Those first whose own first edges are untaken, so that they need no path of their own.
      for (const start of [...hopeful].sort((a, b) => +isUntaken(b) - +isUntaken(a))) {
        const limit = nearest ? nearest.way.length - 1 : stepsMax;
        const way = find(start.place, isUntaken, limit);
        if (way) nearest = { start, way };
        else if (limit === undefined) hopeful.delete(start);
      }
      return nearest;
    };
    for (let fresh = nearestStart(); fresh; fresh = nearestStart()) {
      const { start } = fresh;
      const path = pathFrom(start);
      paths.push(path);
      take(start.edges);
      let { place } = start;
      for (let way: Exit[] | undefined = fresh.way; way; ) {
        path.steps.push(...stepsOf(place, way));
        take(way.flatMap(({ edges }) => edges));
        ({ place } = way.at(-1) as Exit);
        way = find(place, isUntaken);
        if (way && nearestStart(way.length - NEW_PATH_COST - 1)) way = undefined;
      }
    }
    // A start whose first edges no path needs is a path of no steps.
    for (const start of starts.filter(isUntaken)) {
      paths.push(pathFrom(start));
      take(start.edges);
    }
    return untaken.size === 0;
  };

  searchWider(isExhausted, addPaths);
  return withoutSpare(paths);
};

/**
 * Paths that together take every edge of a chart that the events and inputs can open, few and short:
 * from where a path stands, it goes on to the nearest edge that no path has taken yet, unless that
 * one is nearer from a start. Deterministic: the same chart, events and inputs give the same paths.
 * Places are told apart by `snapshot.value`, by the edges that are open, and by as little of the
 * context as is needed. Throws where the chart breaks, and says on which event.
 *
 * @example
 * edgePaths(loginMachine, { input: { email: '' }, events: [{ type: 'email.changed', email: 'a@b.example' }] })
 */
export const edgePaths = (chart: AnyStateMachine, options: EdgePathOptions): EdgePath[] =>
  inStillWorld(() => findPaths(chart, options));

/** The edges of a chart that these paths don't take; none when they take every one. */
export const untakenBy = (machine: AnyStateMachine, paths: EdgePath[]): string[] => {
  const taken = new Set(paths.flatMap(edgesIn));
  return edgesOf(machine)
    .map(({ id }) => id)
    .filter((id) => !taken.has(id));
};

/** Ids of the states that a name means: a key, an id, or the end of one (`rejected`). */
export const statesNamed = (machine: AnyStateMachine, name: string): string[] =>
  stateNodesOf(machine)
    .map(({ id }) => id)
    .filter((id) => id === name || id.endsWith(`.${name}`));

/**
 * The shortest path to a state: its key, its id, or the end of its id (`rejected`). Undefined where
 * the events and inputs don't lead there; throws where the chart has no such state.
 */
export const pathTo = (
  chart: AnyStateMachine,
  options: EdgePathOptions,
  state: string,
): EdgePath | undefined => {
  const ids = new Set(statesNamed(chart, state));
  if (ids.size === 0) throw new Error(`${chart.id} has no state ${state}`);
  const isThere = ({ snapshot }: Place) => snapshot._nodes.some(({ id }) => ids.has(id));
  let shortest: EdgePath | undefined;
  inStillWorld(() => {
    const { starts, isExhausted } = createMap(chart, options);
    searchWider(isExhausted, (find) => {
      for (const start of starts) {
        const { place } = start;
        const way = isThere(place) ? [] : find(place, (exit) => isThere(exit.place));
        if (way && way.length < (shortest?.steps.length ?? Number.POSITIVE_INFINITY))
          shortest = pathFrom(start, way);
      }
      return shortest !== undefined;
    });
  });
  return shortest;
};
