import { type RefObject, useEffect, useState } from 'react';
import { observe } from 'react-intersection-observer';
import { useSearch } from 'wouter';
import type { LegalSection } from '#web/content/legal/document.ts';
import { keepInHash } from '#web/routing/hash-location.ts';
import { isInitialView } from '#web/routing/initial-focus.ts';
import { routeOf } from '#web/routing/internal-link.ts';
import { savedPosition } from '#web/routing/scroll-positions.ts';

/** Normalizes the number of a section or clause: `E2.10` for `e2.10`, `7.2` for ` 07.2`. */
const clauseNumber = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');

/** Element id of a section or clause. */
export const elementId = (clause: string): string => `clause-${clause}`;

/** Path of a section or clause: `/terms?clause=7.2`. */
export const clausePath = (path: string, clause: string): string => `${path}?clause=${clause}`;

/** Section of a clause: `E2` for `E2.3`. */
const sectionOf = (clause: string): string => clause.split('.', 1)[0] ?? clause;

const showClause = (clause: string): void => {
  const element = document.getElementById(elementId(clause));
  element?.scrollIntoView({ block: 'start', behavior: 'instant' });
  element?.focus({ preventScroll: true });
};

/**
 * Number of the clause that `?clause=` names. The page scrolls to it and focuses it; without one, the
 * page begins at its top. After Back or Forward, the saved scroll position applies instead. A query in
 * front of the hash moves into the hash, because it would also apply to the next page.
 */
export const useClause = (): string | undefined => {
  const parameter = new URLSearchParams(useSearch()).get('clause');
  useEffect(() => {
    keepInHash('clause');
    if (parameter === null) {
      // The first page was at its top; who has scrolled since then stays there.
      if (!isInitialView()) scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    const show = () => showClause(clauseNumber(parameter));
    if (savedPosition() === undefined) show();
    // A link to the clause that is already shown does not change the address; after any other, this one is left.
    const shown = location.hash.slice(1);
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link && routeOf(link) === shown) show();
    };
    addEventListener('click', onClick);
    return () => removeEventListener('click', onClick);
  }, [parameter]);
  return parameter === null ? undefined : clauseNumber(parameter);
};

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

/**
 * Closes an open `<details>` that overlays the page: on Escape, which returns focus to its summary,
 * on a press outside of it, and when focus leaves it.
 */
export const useLightDismiss = (opened: RefObject<HTMLDetailsElement | null>): void => {
  useEffect(() => {
    const details = opened.current;
    if (!details) return;
    const close = () => details.removeAttribute('open');
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.open) return;
      close();
      details.querySelector('summary')?.focus();
    };
    const closeUnlessInside = ({ target }: Event) => {
      if (target instanceof Node && !details.contains(target)) close();
    };
    // After the focus change: a browser crashed when the element that loses focus disappeared during it.
    const onFocusIn = (event: Event) => requestAnimationFrame(() => closeUnlessInside(event));
    addEventListener('keydown', onKeyDown);
    addEventListener('pointerdown', closeUnlessInside);
    addEventListener('focusin', onFocusIn);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('pointerdown', closeUnlessInside);
      removeEventListener('focusin', onFocusIn);
    };
  }, [opened]);
};

/**
 * Prints the title in the top margin of every page but the first. CSS cannot copy text of the
 * document into a page margin, so the rule is built here, as a constructed stylesheet: the content
 * security policy allows no style elements.
 */
export const usePrintHeader = (title: string): void => {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@page { @top-left { content: ${JSON.stringify(title)}; font: 9pt sans-serif; } }
      @page :first { @top-left { content: none; } }`,
    );
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [title]);
};
