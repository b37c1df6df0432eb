import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { isInitialView } from './initial-focus.ts';

// Not a `createDraft`, which would load its error reports with every page. The positions survive a
// reload, and a visit to another document in this tab.
const STORAGE_KEY = 'sitara.scroll';

const readPositions = (): Map<string, number> => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]'));
  } catch {
    return new Map();
  }
};

/** `scrollY` at which each history entry was left, by its key in the Navigation API. */
const positions = readPositions();
let isTraversal = false;

const recordPosition = (): void => {
  const { currentEntry } = navigation;
  if (currentEntry) positions.set(currentEntry.key, scrollY);
};

const savePositions = (): void => {
  recordPosition();
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions]));
  } catch {
    // Without storage, a reload loses the positions.
  }
};

// index.html turns off the browser's own scroll restoration, which runs before the page's chunk is
// loaded. Without the Navigation API, every page starts at its top.
if ('navigation' in globalThis) {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  isTraversal = load?.type === 'back_forward';
  navigation.addEventListener('navigate', ({ navigationType }) => {
    isTraversal = navigationType === 'traverse';
    recordPosition();
  });
  addEventListener('pagehide', savePositions);
}

/** Whether Back or Forward led to the current history entry. */
export const isHistoryTraversal = (): boolean => isTraversal;

/** The saved `scrollY` after Back or Forward; `undefined` after any other navigation. */
export const savedPosition = (): number | undefined =>
  isTraversal ? positions.get(navigation.currentEntry?.key ?? '') : undefined;

/**
 * Restores the scroll position after Back or Forward. It renders after the page, so that its effect
 * runs last. A visitor who scrolled before the app was mounted keeps that position.
 */
export const RestoreScroll = () => {
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed query is another history entry
  useEffect(() => {
    if (isInitialView() && scrollY > 0) return;
    const top = savedPosition();
    if (top !== undefined) scrollTo({ top, behavior: 'instant' });
  }, [search]);
  return null;
};
