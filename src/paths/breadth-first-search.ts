import type { Configuration, Transition } from './adjacency-map.ts';

/**
 * How many contexts of one state value are explored, raised while the search fails. A guard that
 * counts attempts needs a few; typed digits and times would otherwise multiply the configurations.
 */
const CONTEXTS_PER_VALUE = [1, 4, 16, 64];

/** Finds the shortest path whose last transition is wanted; undefined if none is within `stepsMax`. */
export type FindPath = (
  from: Configuration,
  isWanted: (transition: Transition) => boolean,
  stepsMax?: number,
) => Transition[] | undefined;

const createSearch = (contextsMax: number, isExhausted: () => boolean) => {
  let isPruned = false;
  const find: FindPath = (from, isWanted, stepsMax = Number.POSITIVE_INFINITY) => {
    const visited = new Map<string, Set<string>>();
    const isNew = ({ valueKey, key }: Configuration): boolean => {
      const keys = visited.get(valueKey) ?? new Set();
      if (keys.has(key)) return false;
      if (keys.size >= contextsMax) {
        isPruned = true;
        return false;
      }
      visited.set(valueKey, keys.add(key));
      return true;
    };
    isNew(from);
    let frontier: { at: Configuration; path: Transition[] }[] = [{ at: from, path: [] }];
    for (let steps = 1; steps <= stepsMax && frontier.length > 0; steps += 1) {
      const next: typeof frontier = [];
      for (const { at, path } of frontier) {
        if (isExhausted()) return undefined;
        for (const transition of at.transitions()) {
          const longer = [...path, transition];
          if (isWanted(transition)) return longer;
          if (isNew(transition.target)) next.push({ at: transition.target, path: longer });
        }
      }
      frontier = next;
    }
    return undefined;
  };
  return { find, wasPruned: () => isPruned };
};

/** Repeats a search with more contexts per state value until `isFound` or until nothing was pruned. */
export const searchWidening = (
  isExhausted: () => boolean,
  isFound: (find: FindPath) => boolean,
): void => {
  for (const contextsMax of CONTEXTS_PER_VALUE) {
    const { find, wasPruned } = createSearch(contextsMax, isExhausted);
    if (isFound(find) || !wasPruned()) return;
  }
};
