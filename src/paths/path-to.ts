import type { AnyStateMachine } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';
import { type Configuration, createAdjacencyMap } from './adjacency-map.ts';
import { searchWidening } from './breadth-first-search.ts';
import { createPath, type EdgePath } from './edge-paths.ts';
import { withFrozenClock } from './frozen-clock.ts';
import type { EdgePathOptions } from './path-options.ts';

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
