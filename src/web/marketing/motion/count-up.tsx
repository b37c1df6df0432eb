import { useEffect, useRef, useState } from 'react';
import { groupDigits } from '#web/platform/group-digits.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './count-up.module.css';
import { observeEntrance } from './fade-up.tsx';

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
