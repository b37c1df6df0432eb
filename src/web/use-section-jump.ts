import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { allowsMotion } from '#web/ui/allows-motion.ts';

/** Scrolls to the block that `?section=` names, when it is one of these (spec §2). */
export const useSectionJump = (sections: readonly string[]): void => {
  const section = new URLSearchParams(useSearch()).get('section');
  useEffect(() => {
    if (section === null || !sections.includes(section)) return;
    document
      .getElementById(section)
      ?.scrollIntoView({ behavior: allowsMotion() ? 'smooth' : 'instant', block: 'start' });
  }, [section, sections]);
};
