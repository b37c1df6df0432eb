import { useEffect } from 'react';
import { useSearch } from 'wouter';

/**
 * Scrolls smoothly to the block that the query's `section` names, if it is one of `known`; the
 * blocks carry these names as their ids.
 */
export const useSectionScroll = (known: readonly string[]): void => {
  const section = new URLSearchParams(useSearch()).get('section') ?? '';
  const target = known.includes(section) ? section : '';
  useEffect(() => {
    if (target === '') return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    document
      .getElementById(target)
      ?.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'start' });
  }, [target]);
};
