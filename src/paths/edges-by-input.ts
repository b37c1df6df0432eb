import type { AnyStateMachine } from 'xstate';
import { edgesOf } from '#charts/model/chart-edges.ts';
import { createAdjacencyMap } from './adjacency-map.ts';
import { searchWidening } from './breadth-first-search.ts';
import { withFrozenClock } from './frozen-clock.ts';
import type { EdgePathOptions } from './path-options.ts';

/** Transitions explored per input: enough for five fields that are filled in any order. */
const TRANSITIONS_MAX = 3000;

/** For each input, in list order, the ids of the edges that are reachable from it. */
export const edgesByInput = (chart: AnyStateMachine, options: EdgePathOptions): Set<string>[] =>
  withFrozenClock(() => {
    const { machine, initial } = createAdjacencyMap(chart, options);
    const edgeCount = edgesOf(machine).length;
    return initial.map(({ edges, target }) => {
      const reachable = new Set(edges);
      let seen = 0;
      searchWidening(
        () => seen > TRANSITIONS_MAX,
        (find) => {
          find(target, (transition) => {
            seen += 1;
            for (const edge of transition.edges) reachable.add(edge);
            return reachable.size === edgeCount;
          });
          return reachable.size === edgeCount || seen > TRANSITIONS_MAX;
        },
      );
      return reachable;
    });
  });
