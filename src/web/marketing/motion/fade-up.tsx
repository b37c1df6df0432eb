import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './fade-up.module.css';
import { observeEntrance } from './observe-entrance.ts';

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
