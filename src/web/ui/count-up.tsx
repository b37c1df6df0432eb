import { useEffect, useRef, useState } from 'react';
import styles from './count-up.module.css';
import { groupDigits } from './group-digits.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import { watchApproach } from './watch-approach.ts';

/** How long a number takes from nought to its end. */
export const COUNT_UP_MS = 4000;

interface CountUpProps {
  to: number;
  /** Stands right behind the number, such as `%`. */
  suffix?: string;
}

/**
 * A number that counts up once when it is scrolled to. The end is in the HTML from the first byte,
 * and only what was below the fold counts; assistive technology always reads the end. Every digit
 * has its place from the start, so that what stands behind the number never moves.
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
        // Slows down towards the end, so that the last digits can be read.
        setShown(Math.round(to * (1 - (1 - share) ** 3)));
        if (share < 1) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    };
    const stop = watchApproach(element, { onNear: () => setShown(0), onSeen: count });
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
              // biome-ignore lint/suspicious/noArrayIndexKey: places in a row, each with its width.
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
