import type { Exit, Place } from './chart-map.ts';

/**
 * How many contexts of one configuration are told apart, widened while edges are still untaken: a
 * guard that counts tries needs a few, digits and times would otherwise multiply the paths.
 */
const CONTEXTS_PER_CONFIGURATION = [1, 4, 16, 64];

/** Looks for the nearest exit that is wanted; undefined where none is within `stepsMax`. */
export type FindExit = (
  from: Place,
  isWanted: (exit: Exit) => boolean,
  stepsMax?: number,
) => Exit[] | undefined;

/** A search that tells so many contexts of a configuration apart, and notes whether it left some out. */
const createSearch = (contextsMax: number, isExhausted: () => boolean) => {
  let isCut = false;
  const find: FindExit = (from, isWanted, stepsMax = Number.POSITIVE_INFINITY) => {
    const contexts = new Map<string, Set<string>>();
    const isNew = ({ configuration, key }: Place): boolean => {
      const seen = contexts.get(configuration) ?? new Set();
      if (seen.has(key)) return false;
      if (seen.size >= contextsMax) {
        isCut = true;
        return false;
      }
      contexts.set(configuration, seen.add(key));
      return true;
    };
    isNew(from);
    let ways: { place: Place; way: Exit[] }[] = [{ place: from, way: [] }];
    for (let steps = 1; steps <= stepsMax && ways.length > 0; steps += 1) {
      const next: typeof ways = [];
      for (const { place, way } of ways) {
        if (isExhausted()) return undefined;
        for (const exit of place.exits()) {
          const longer = [...way, exit];
          if (isWanted(exit)) return longer;
          if (isNew(exit.place)) next.push({ place: exit.place, way: longer });
        }
      }
      ways = next;
    }
    return undefined;
  };
  return { find, wasCut: () => isCut };
};

/** Searches ever more widely, until `isFound` or until nothing was left out. */
export const searchWider = (isExhausted: () => boolean, isFound: (find: FindExit) => boolean) => {
  for (const contextsMax of CONTEXTS_PER_CONFIGURATION) {
    const { find, wasCut } = createSearch(contextsMax, isExhausted);
    if (isFound(find) || !wasCut()) return;
  }
};
