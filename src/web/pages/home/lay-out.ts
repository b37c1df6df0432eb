import { type RefObject, useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { isTraversed } from '#web/restore-scroll.tsx';

/** The same as the stylesheet's. */
const PIECES = 'section, article, [data-still="pricing"] dl';
/** Where no browser says when it is idle: a frame each. */
const FRAME_MS = 16;
/** An idle moment that has less left than this is over: the browser has to draw, too. */
const ROOM_MS = 20;

/** What is still to be laid out. */
let rest: HTMLElement[] = [];

const layOut = (count: number): void => {
  for (const piece of rest.splice(0, count)) piece.style.contentVisibility = 'visible';
};

/** Lays out all that is left, because somebody is led to a place that lies below some of it. */
export const layOutRest = (): void => layOut(rest.length);

/** As much as the idle moment has room for, one piece at least. */
const layOutSome = ({ timeRemaining }: Pick<IdleDeadline, 'timeRemaining'>): void => {
  do {
    layOut(1);
    // Has it laid out now, so that the time it takes is known.
    void document.body.offsetHeight;
  } while (rest.length > 0 && timeRemaining() > ROOM_MS);
};

const layOutInTurn = (ended: AbortSignal): void => {
  const layOutNext = (deadline: Pick<IdleDeadline, 'timeRemaining'>): void => {
    if (ended.aborted || rest.length === 0) return;
    layOutSome(deadline);
    layOutInTurn(ended);
  };
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback((deadline) =>
      layOutNext({ timeRemaining: () => deadline.timeRemaining() }),
    );
  else setTimeout(() => layOutNext({ timeRemaining: () => 0 }), FRAME_MS);
};

/**
 * Lays out what is below the first window, which the stylesheet leaves for later: piece by piece
 * whenever the browser is idle, and at once when a link, the history or a key leads into it.
 */
export const useLayOut = (): RefObject<HTMLDivElement | null> => {
  const below = useRef<HTMLDivElement>(null);
  const isLedOn = useSearch() !== '';
  useEffect(() => {
    rest = [...(below.current?.querySelectorAll<HTMLElement>(PIECES) ?? [])];
    const ended = new AbortController();
    if (isLedOn || isTraversed()) layOutRest();
    else layOutInTurn(ended.signal);
    addEventListener('keydown', layOutRest, { once: true, signal: ended.signal });
    return () => ended.abort();
  }, [isLedOn]);
  return below;
};
