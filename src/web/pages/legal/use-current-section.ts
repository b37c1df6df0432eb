import { type RefObject, useEffect, useState } from 'react';
import { observe } from 'react-intersection-observer';
import type { LegalSection } from '#web/content/legal/document.ts';
import { elementId, sectionOf } from './anchors.ts';

/** The part of the window where people read: a band below its top. */
const READING_BAND = { rootMargin: '-20% 0px -75% 0px' };

/** The part of the window where a link puts the beginning of its section or clause. */
const LINK_TARGET_BAND = { rootMargin: '0px 0px -67% 0px' };

const findById = (clause: string) => document.getElementById(elementId(clause));

type Observed = [
  element: Element | null | undefined,
  onChange: (isInView: boolean) => void,
  band?: typeof READING_BAND,
];

/** Observes the elements that exist. Returns how to stop. */
const observeAll = (observed: readonly Observed[]): (() => void) => {
  const stops = observed.flatMap(([element, ...rest]) =>
    element ? [observe(element, ...rest)] : [],
  );
  return () => {
    for (const stop of stops) stop();
  };
};

/**
 * The id of the section that is being read: the last one that entered the reading band; before the
 * text, the first one. There are two exceptions. The section of the linked clause counts while the clause
 * is near the window's top. The last sections may be too short to reach the band: with the text's end in
 * the window, the linked section counts if it is in the window, else the last section.
 *
 * @param head what precedes the text
 * @param end the last element of the text
 * @param clause the clause or section that the address names
 */
export const useCurrentSection = (
  sections: readonly LegalSection[],
  head: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
  clause: string | undefined,
): string | undefined => {
  const [read, setRead] = useState(sections[0]?.id);
  const [isAtEnd, setIsAtEnd] = useState(false);
  const [isLinkNear, setIsLinkNear] = useState(false);
  const [isLinkInView, setIsLinkInView] = useState(false);
  const linked = clause && sectionOf(clause);

  useEffect(
    () =>
      observeAll([
        [head.current, (is) => is && setRead(sections[0]?.id), READING_BAND],
        ...sections.map(
          ({ id }): Observed => [findById(id), (is) => is && setRead(id), READING_BAND],
        ),
      ]),
    [sections, head],
  );

  useEffect(() => observeAll([[end.current, setIsAtEnd]]), [end]);

  useEffect(() => {
    if (!clause || !linked) return;
    const stop = observeAll([
      [findById(clause)?.firstElementChild, setIsLinkNear, LINK_TARGET_BAND],
      [findById(linked), setIsLinkInView],
    ]);
    return () => {
      stop();
      setIsLinkNear(false);
      setIsLinkInView(false);
    };
  }, [clause, linked]);

  if (linked && isLinkNear) return linked;
  if (!isAtEnd) return read;
  const ids = sections.map(({ id }) => id);
  const isAhead = ids.indexOf(linked ?? '') >= ids.indexOf(read ?? '');
  return linked && isAhead && isLinkInView ? linked : ids.at(-1);
};
