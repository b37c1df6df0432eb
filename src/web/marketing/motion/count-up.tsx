import { type ReactNode, useEffect, useRef, useState } from 'react';
import { observe } from 'react-intersection-observer';
import { allowsMotion } from '#web/platform/allows-motion.ts';
import { groupDigits } from '#web/platform/group-digits.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './count-up.module.css';

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
const observeEntrance = (element: Element, { onNear, onEnter }: Entrance): (() => void) => {
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

/** Duration of the count from zero to the final value. */
export const COUNT_UP_MS = 4000;

interface CountUpProps {
  to: number;
  /** Follows the number without a space, such as `%`. */
  suffix?: string;
}

/**
 * A number that counts up once, when it is scrolled to. The HTML and assistive technology always have
 * the final value, and a number above the fold does not count. Every digit keeps its width, so that
 * nothing shifts.
 */
export const CountUp = ({ to, suffix = '' }: CountUpProps) => {
  const box = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(to);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let frame = 0;
    const count = () => {
      const start = performance.now();
      const step = (now: number) => {
        const share = Math.min(Math.max((now - start) / COUNT_UP_MS, 0), 1);
        // Slows down towards the end, so that the last values are readable.
        setShown(Math.round(to * (1 - (1 - share) ** 3)));
        if (share < 1) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    };
    const stop = observeEntrance(element, { onNear: () => setShown(0), onEnter: count });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [to]);

  const end = groupDigits(to);
  const now = groupDigits(shown);
  return (
    <span ref={box}>
      <span aria-hidden="true">
        {[...end].map((character, index) => {
          const place = index - end.length + now.length;
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: digits have a fixed order.
              key={index}
              data-end={character}
              className={place < 0 ? styles['empty'] : undefined}
            >
              {now[place]}
            </span>
          );
        })}
        {suffix}
      </span>
      <VisuallyHidden>{`${end}${suffix}`}</VisuallyHidden>
    </span>
  );
};
