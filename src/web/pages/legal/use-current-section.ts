import { type RefObject, useEffect, useState } from 'react';
import type { LegalSection } from '#web/content/legal/document.ts';
import { elementId, sectionOf } from './anchors.ts';

/** Where on the screen one reads: a band below its top. */
const READING_BAND = { rootMargin: '-20% 0px -75% 0px' };

/**
 * The section that is being read. The last ones may be too short to reach the reading band: when
 * the text's end is in view, the one that was asked for counts, else the last.
 */
export const useCurrentSection = (
  sections: readonly LegalSection[],
  end: RefObject<HTMLElement | null>,
  clause: string | undefined,
): string | undefined => {
  const [read, setRead] = useState(sections[0]?.id);
  const [isAtEnd, setIsAtEnd] = useState(false);

  useEffect(() => {
    const reading = new IntersectionObserver((entries) => {
      const section = entries.find(({ isIntersecting }) => isIntersecting)?.target;
      if (section instanceof HTMLElement) setRead(section.dataset['section']);
    }, READING_BAND);
    for (const { id } of sections) {
      const element = document.getElementById(elementId(id));
      if (element) reading.observe(element);
    }
    const ending = new IntersectionObserver(([entry]) => setIsAtEnd(!!entry?.isIntersecting));
    if (end.current) ending.observe(end.current);
    return () => {
      reading.disconnect();
      ending.disconnect();
    };
  }, [sections, end]);

  if (!isAtEnd) return read;
  const ids = sections.map(({ id }) => id);
  const asked = clause === undefined ? undefined : sectionOf(clause);
  return asked !== undefined && ids.indexOf(asked) >= ids.indexOf(read ?? '') ? asked : ids.at(-1);
};
