import type { AnyStateMachine } from 'xstate';
import { edgesOf } from '#charts/chart-edges.ts';
import { createMap, type EdgePathOptions } from './chart-map.ts';
import { searchWider } from './find-exit.ts';
import { inStillWorld } from './still-world.ts';

/** Exits that are looked at from one start: enough for five fields that are typed in any order. */
const EXITS_MAX = 3000;

/** For each input, in the order of the inputs, the ids of the edges that some path takes from there. */
export const edgesFromEach = (chart: AnyStateMachine, options: EdgePathOptions): Set<string>[] =>
  inStillWorld(() => {
    const { machine, starts } = createMap(chart, options);
    const edgeCount = edgesOf(machine).length;
    return starts.map(({ edges, place }) => {
      const taken = new Set(edges);
      let seen = 0;
      searchWider(
        () => seen > EXITS_MAX,
        (find) => {
          find(place, (exit) => {
            seen += 1;
            for (const edge of exit.edges) taken.add(edge);
            return taken.size === edgeCount;
          });
          return taken.size === edgeCount || seen > EXITS_MAX;
        },
      );
      return taken;
    });
  });
