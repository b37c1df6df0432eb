import { type RefObject, useEffect, useState } from 'react';
import type { LegalSection } from '#web/content/legal/document.ts';
import { elementId, sectionOf } from './anchors.ts';

/** Where on the screen one reads: a band below its top. */
const READING_BAND = { rootMargin: '-20% 0px -75% 0px' };

/** Where a link to a section or a clause puts its beginning, on every screen. */
const ARRIVAL_BAND = { rootMargin: '0px 0px -67% 0px' };

/**
 * The section that is being read. One that was asked for counts as long as its beginning is near
 * the window's top, above the reading band. The last ones may be too short to reach the reading band: when
 * the text's end is in view, the one that was asked for counts if it is in view too, else the last.
 */
export const useCurrentSection = (
  sections: readonly LegalSection[],
  end: RefObject<HTMLElement | null>,
  clause: string | undefined,
): string | undefined => {
  const [read, setRead] = useState(sections[0]?.id);
  const [inView, setInView] = useState<ReadonlySet<string | undefined>>(new Set());
  const [isAtEnd, setIsAtEnd] = useState(false);
  const [isAskedNear, setIsAskedNear] = useState(false);

  useEffect(() => {
    const reading = new IntersectionObserver((entries) => {
      const section = entries.find(({ isIntersecting }) => isIntersecting)?.target;
      if (section instanceof HTMLElement) setRead(section.dataset['section']);
    }, READING_BAND);
    const viewing = new IntersectionObserver((entries) =>
      setInView((before) => {
        const after = new Set(before);
        for (const { isIntersecting, target } of entries) {
          const id = target instanceof HTMLElement ? target.dataset['section'] : undefined;
          if (isIntersecting) after.add(id);
          else after.delete(id);
        }
        return after;
      }),
    );
    for (const { id } of sections) {
      const element = document.getElementById(elementId(id));
      if (!element) continue;
      reading.observe(element);
      viewing.observe(element);
    }
    const ending = new IntersectionObserver(([entry]) => setIsAtEnd(!!entry?.isIntersecting));
    if (end.current) ending.observe(end.current);
    return () => {
      reading.disconnect();
      viewing.disconnect();
      ending.disconnect();
    };
  }, [sections, end]);

  useEffect(() => {
    const asked = clause === undefined ? null : document.getElementById(elementId(clause));
    if (!asked) return;
    const arriving = new IntersectionObserver(
      (entries) => setIsAskedNear(!!entries.at(-1)?.isIntersecting),
      ARRIVAL_BAND,
    );
    arriving.observe(asked.firstElementChild ?? asked);
    return () => {
      arriving.disconnect();
      setIsAskedNear(false);
    };
  }, [clause]);

  const asked = clause === undefined ? undefined : sectionOf(clause);
  if (isAskedNear && asked !== undefined) return asked;
  if (!isAtEnd) return read;
  const ids = sections.map(({ id }) => id);
  const isAhead = ids.indexOf(asked ?? '') >= ids.indexOf(read ?? '');
  return isAhead && inView.has(asked) ? asked : ids.at(-1);
};
