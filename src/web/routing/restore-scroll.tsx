import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { isInitialView } from './initial-focus.ts';
import { restorePosition } from './scroll-positions.ts';

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
