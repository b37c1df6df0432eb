import { useEffect } from 'react';
import { useSearch } from 'wouter';

/** Where each entry of the history was scrolled to when it was left, by the entry's key. */
const positions = new Map<string, number>();
let isTraversal = false;

// Pages come as chunks, so that the browser's own restoration would find nothing to scroll yet; the
// document switches it off. Where there is no Navigation API, every page begins at its top.
if ('navigation' in globalThis) {
  navigation.addEventListener('navigate', ({ navigationType }) => {
    isTraversal = navigationType === 'traverse';
    const { currentEntry } = navigation;
    if (currentEntry) positions.set(currentEntry.key, scrollY);
  });
}

/** Whether Back or Forward led to where the visitor is. */
export const isTraversed = (): boolean => isTraversal;

/**
 * Stands behind a page: when Back or Forward led to it, or to another place in it that the query
 * names, it is scrolled to where it was left.
 */
export const RestoreScroll = () => {
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed query is another place
  useEffect(() => {
    const position = positions.get(globalThis.navigation?.currentEntry?.key ?? '');
    if (isTraversal && position !== undefined) scrollTo({ top: position, behavior: 'instant' });
  }, [search]);
  return null;
};
