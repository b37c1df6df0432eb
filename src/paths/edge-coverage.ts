import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { edgesOf } from '#charts/model/chart-edges.ts';
import { createAdjacencyMap, searchWidening } from './adjacency-map.ts';
import { type EdgePathOptions, withFrozenClock } from './path-options.ts';

/** Which edges of a chart the browser tests took. */
interface EdgeCoverage {
  name: string;
  /** Number of edges of the chart. */
  edges: number;
  /** Number of edges that were taken. */
  taken: number;
  /** Ids of the edges that were not taken. */
  missing: string[];
  /** Ids of edges that were taken only because the test sent the event to the actor itself. */
  injected: string[];
}

/**
 * Reads the records of the browser tests: `<chart>.json` is an array of edge ids that were taken,
 * `<chart>.injected.json` an array of those whose event the test sent itself. Undefined without a record.
 */
export const edgeCoverage = (
  folder: string,
  charts: { name: string; machine: AnyStateMachine }[],
): EdgeCoverage[] | undefined => {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => file.endsWith('.json'))
    : [];
  if (files.length === 0) return undefined;
  const read = (chosen: string[]) =>
    new Set(
      chosen.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as string[]),
    );
  const taken = read(files);
  const injectedIds = read(files.filter((file) => file.endsWith('.injected.json')));
  return charts.map(({ name, machine }) => {
    const ids = edgesOf(machine).map(({ id }) => id);
    const missing = ids.filter((id) => !taken.has(id));
    const injected = ids.filter((id) => injectedIds.has(id));
    return { name, edges: ids.length, taken: ids.length - missing.length, missing, injected };
  });
};

/** Transitions explored per input: enough for five fields that are filled in any order. */
const TRANSITIONS_MAX = 3000;

/** For each input, in list order, the ids of the edges that are reachable from it. */
export const edgesByInput = (chart: AnyStateMachine, options: EdgePathOptions): Set<string>[] =>
  withFrozenClock(() => {
    const map = createAdjacencyMap(chart, options);
    const edgeCount = edgesOf(map.machine).length;
    return map.initial.map(({ edges, target }) => {
      const reachable = new Set(edges);
      let seen = 0;
      const isEnough = () => reachable.size === edgeCount || seen > TRANSITIONS_MAX;
      searchWidening(map, (find) => {
        find(target, (transition) => {
          seen += 1;
          for (const edge of transition.edges) reachable.add(edge);
          return isEnough();
        });
        return isEnough();
      });
      return reachable;
    });
  });
