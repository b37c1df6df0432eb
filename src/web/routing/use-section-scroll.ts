import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { allowsMotion } from '#web/platform/allows-motion.ts';
import { keepInHash } from './hash-location.ts';
import { savedPosition } from './scroll-positions.ts';

/**
 * Scrolls to the element whose id is in `?section=`, if the id is in the list. After Back or Forward,
 * the saved scroll position applies instead. The parameter moves into the hash, because it would also
 * apply to the next page.
 */
export const useSectionScroll = (sections: readonly string[]): void => {
  const section = new URLSearchParams(useSearch()).get('section');
  useEffect(() => {
    if (section === null) return;
    keepInHash('section');
    if (!sections.includes(section) || savedPosition() !== undefined) return;
    document
      .getElementById(section)
      ?.scrollIntoView({ behavior: allowsMotion() ? 'smooth' : 'instant', block: 'start' });
  }, [section, sections]);
};
