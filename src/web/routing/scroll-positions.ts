import { useEffect } from 'react';
import { useSearch } from 'wouter';
import * as storageKeys from '#contract/storage-keys.ts';
import { keyOfEntry, watchLocation } from './hash-location.ts';
import { isInitialView } from './initial-focus.ts';

// Not a `createDraft`, which would load its error reports with every page. The positions survive a
// reload, and a visit to another document in this tab.

/** `scrollY` at which each history entry was left, by the key of the entry. */
let positions = new Map<string, number>();
/** The key of the current entry. */
let currentKey = '';

const readPositions = (): Map<string, number> => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKeys.scroll) ?? '[]'));
  } catch {
    return new Map();
  }
};

const savePositions = (): void => {
  try {
    sessionStorage.setItem(storageKeys.scroll, JSON.stringify([...positions]));
  } catch {
    // Without storage, a reload loses the positions.
  }
};

/** The `scrollY` at which the current entry was left; `undefined` for a new one. */
export const savedPosition = (): number | undefined => positions.get(currentKey);

/** Scrolls to the saved position, if there is one. */
const restorePosition = (): void => {
  const top = savedPosition();
  if (top !== undefined) scrollTo({ top, behavior: 'instant' });
};

/**
 * Records from now on at which position each history entry is left. Entries are told apart by a key
 * in their state, because many browsers still in use have no Navigation API. To be called before the
 * page follows the address: the window then still has the position of the previous page. index.html
 * turns off the browser's own scroll restoration, which runs before the page's chunk is loaded.
 * @param isLoading whether the chunk of the current entry's page is being loaded
 */
export const recordScrollPositions = (isLoading: () => boolean): void => {
  positions = readPositions();
  currentKey = globalThis.firstEntryKey ?? keyOfEntry();
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A reloaded page starts at its top.
  if (load?.type !== 'back_forward') positions.delete(currentKey);
  const record = (): void => {
    // The prerendered page is shown even while its chunk is loaded.
    if (isInitialView() || !isLoading()) positions.set(currentKey, scrollY);
  };
  const followEntry = (): void => {
    const key = keyOfEntry();
    if (key === currentKey) return;
    record();
    currentKey = key;
  };
  // The visitor may have followed a link already.
  followEntry();
  watchLocation(followEntry);
  addEventListener('pagehide', () => {
    record();
    savePositions();
  });
  // WebKit shows a page from its back/forward cache at the top.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) restorePosition();
  });
};

/**
 * Restores the scroll position after Back or Forward. It renders after the page, so that its effect
 * runs last. A visitor who scrolled before the app was mounted keeps that position.
 */
export const RestoreScroll = () => {
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed query is another history entry
  useEffect(() => {
    if (!isInitialView() || scrollY === 0) restorePosition();
  }, [search]);
  return null;
};
