import { type ReactNode, useEffect, useRef, useState } from 'react';
import { observe } from 'react-intersection-observer';
import { allowsMotion } from '#web/platform/allows-motion.ts';
import styles from './fade-up.module.css';

/** Half a window below the fold. */
const NEAR = { rootMargin: '0px 0px 50% 0px' };

interface Entrance {
  /** The element is about to be scrolled to: the moment for the first frame. */
  onNear: () => void;
  /** The element is in the window. */
  onEnter: () => void;
}

/**
 * Reports once that an element is near the window, and once that it enters it, so that an entrance
 * animation hides nothing before the visitor scrolls to it. There is no entrance for what is in
 * the window from the start, what is reached by scrolling up, or under reduced motion.
 *
 * @returns stops observing
 */
export const observeEntrance = (element: Element, { onNear, onEnter }: Entrance): (() => void) => {
  if (!allowsMotion()) return () => {};
  let isFirst = true;
  let stop = observe(
    element,
    (isNear, { boundingClientRect: { top } }) => {
      const isReached = top < (isFirst ? innerHeight : 0);
      isFirst = false;
      if (!isNear) return;
      stop();
      if (isReached) return;
      onNear();
      stop = observe(element, (isInWindow) => {
        if (!isInWindow) return;
        stop();
        onEnter();
      });
    },
    NEAR,
  );
  return () => stop();
};

/**
 * Lets content below the fold rise once, when it is scrolled to. It is visible in the HTML: nothing
 * is hidden without script, under reduced motion, or when it is in the window from the start.
 */
export const FadeUp = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<'initial' | 'waiting' | 'rising'>('initial');

  useEffect(
    () =>
      box.current
        ? observeEntrance(box.current, {
            onNear: () => setPhase('waiting'),
            onEnter: () => setPhase('rising'),
          })
        : undefined,
    [],
  );

  return (
    <div ref={box} className={styles[phase]}>
      {children}
    </div>
  );
};
