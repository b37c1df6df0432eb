import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { keptPosition } from '#web/restore-scroll.tsx';
import { allowsMotion } from '#web/ui/allows-motion.ts';

/**
 * Scrolls to the block that `?section=` names, when it is one of these. Back and Forward
 * lead to where the page was left instead.
 */
export const useSectionJump = (sections: readonly string[]): void => {
  const section = new URLSearchParams(useSearch()).get('section');
  useEffect(() => {
    if (section === null || !sections.includes(section) || keptPosition() !== undefined) return;
    document
      .getElementById(section)
      ?.scrollIntoView({ behavior: allowsMotion() ? 'smooth' : 'instant', block: 'start' });
  }, [section, sections]);
};
