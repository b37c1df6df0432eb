import { type RefObject, useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { savedPosition } from '#web/routing/scroll-positions.ts';

/** Elements whose layout `home.module.css` defers. */
const DEFERRED = 'section, article, [data-island="pricing"] dl';
/** One frame: the pause between two elements in browsers without requestIdleCallback. */
const FRAME_MS = 16;
/** Idle time to leave for painting. */
const PAINT_MS = 20;

/** Elements that are not laid out yet. */
let pending: HTMLElement[] = [];

const layOut = (count: number): void => {
  for (const element of pending.splice(0, count)) element.style.contentVisibility = 'visible';
};

/** Lays out everything that is pending: needed before the page scrolls to a place below some of it. */
export const layOutRemaining = (): void => layOut(pending.length);

/** Lays out as many elements as the idle time allows, and at least one. */
const layOutDuringIdle = ({ timeRemaining }: Pick<IdleDeadline, 'timeRemaining'>): void => {
  do {
    layOut(1);
    // Forces the layout now, so that the remaining time accounts for it.
    void document.body.offsetHeight;
  } while (pending.length > 0 && timeRemaining() > PAINT_MS);
};

const scheduleLayout = (unmounted: AbortSignal): void => {
  const layOutNext = (deadline: Pick<IdleDeadline, 'timeRemaining'>): void => {
    if (unmounted.aborted || pending.length === 0) return;
    layOutDuringIdle(deadline);
    scheduleLayout(unmounted);
  };
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback((deadline) =>
      layOutNext({ timeRemaining: () => deadline.timeRemaining() }),
    );
  else setTimeout(() => layOutNext({ timeRemaining: () => 0 }), FRAME_MS);
};

/**
 * Lays out the content below the fold, which the stylesheet defers: element by element while the
 * browser is idle, and all of it when a link, the history or a key may scroll there.
 *
 * @returns a ref for the element whose content is deferred
 */
export const useDeferredLayout = (): RefObject<HTMLDivElement | null> => {
  const belowFold = useRef<HTMLDivElement>(null);
  const hasTarget = useSearch() !== '';
  useEffect(() => {
    pending = [...(belowFold.current?.querySelectorAll<HTMLElement>(DEFERRED) ?? [])];
    const unmounted = new AbortController();
    if (hasTarget || savedPosition() !== undefined) layOutRemaining();
    else scheduleLayout(unmounted.signal);
    addEventListener('keydown', layOutRemaining, { once: true, signal: unmounted.signal });
    return () => unmounted.abort();
  }, [hasTarget]);
  return belowFold;
};
