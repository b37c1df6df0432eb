import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './fade-up.module.css';
import { watchApproach } from './watch-approach.ts';

/**
 * Lets what is below the fold rise once as it is scrolled to. In the HTML it is visible:
 * without scripts, without motion, or already in the window, nothing is ever hidden.
 */
export const FadeUp = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<'still' | 'waiting' | 'rising'>('still');

  useEffect(
    () =>
      box.current
        ? watchApproach(box.current, {
            onNear: () => setPhase('waiting'),
            onSeen: () => setPhase('rising'),
          })
        : undefined,
    [],
  );

  return (
    <div ref={box} className={phase === 'still' ? undefined : styles[phase]}>
      {children}
    </div>
  );
};
