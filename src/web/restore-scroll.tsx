import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { isArriving } from './arrival-focus.ts';

/** The tab keeps the positions while another document is shown in it, or this one is loaded again. */
const STORAGE_KEY = 'sitara.scroll';

const readPositions = (): Map<string, number> => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]'));
  } catch {
    return new Map();
  }
};

/** Where each entry of the history was scrolled to when it was left, by the entry's key. */
const positions = readPositions();
let isTraversal = false;

const notePosition = (): void => {
  const { currentEntry } = navigation;
  if (currentEntry) positions.set(currentEntry.key, scrollY);
};

const keepPositions = (): void => {
  notePosition();
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions]));
  } catch {
    // They are kept until the page is loaded again.
  }
};

// Pages come as chunks, so that the browser's own restoration would find nothing to scroll yet; the
// document switches it off. Where there is no Navigation API, every page begins at its top.
if ('navigation' in globalThis) {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  isTraversal = load?.type === 'back_forward';
  navigation.addEventListener('navigate', ({ navigationType }) => {
    isTraversal = navigationType === 'traverse';
    notePosition();
  });
  addEventListener('pagehide', keepPositions);
}

/** Whether Back or Forward led to where the visitor is. */
export const isTraversed = (): boolean => isTraversal;

/** Where Back or Forward found the page scrolled to when it was left; nothing otherwise. */
export const keptPosition = (): number | undefined =>
  isTraversal ? positions.get(navigation.currentEntry?.key ?? '') : undefined;

/**
 * Stands behind a page: when Back or Forward led to it, or to another place in it that the query
 * names, it is scrolled to where it was left; unless somebody has scrolled before the script came.
 */
export const RestoreScroll = () => {
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed query is another place
  useEffect(() => {
    if (isArriving() && scrollY > 0) return;
    const top = keptPosition();
    if (top !== undefined) scrollTo({ top, behavior: 'instant' });
  }, [search]);
  return null;
};
