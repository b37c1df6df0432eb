import { clsx } from 'clsx/lite';
import { type ReactNode, useState } from 'react';
import { customersContent } from '#web/content/customers.ts';
import styles from './logo-strip.module.css';
import { PauseButton } from './motion/pause-button.tsx';

interface LogoStripProps {
  /** Shown above the logos. */
  heading: string;
  /** `LogoRows`, or their static island. */
  children: ReactNode;
}

/**
 * Pauses logos outside of the window, for which the browser would render sixty times a second. The
 * platform's observer: the library's would be a further file of pages without logos.
 */
const pauseAway = (logos: Element | null) => {
  if (!logos) return undefined;
  const observer = new IntersectionObserver(([entry]) =>
    logos.toggleAttribute('data-away', !entry?.isIntersecting),
  );
  observer.observe(logos);
  return () => observer.disconnect();
};

/**
 * Customers' logos in an endless loop with a Pause button; a plain list under reduced motion. It stops
 * outside of the window, under the pointer, and under keyboard focus unless Play has been pressed.
 */
export const LogoStrip = ({ heading, children }: LogoStripProps) => {
  const [motion, setMotion] = useState<'auto' | 'paused' | 'playing'>('auto');
  const isPaused = motion === 'paused';
  return (
    <div className={styles['strip']}>
      <div className={styles['head']}>
        <PauseButton
          isPaused={isPaused}
          what={customersContent.label}
          onToggle={() => setMotion(isPaused ? 'playing' : 'paused')}
        />
        <p>{heading}</p>
      </div>
      <div className={clsx(styles['window'], styles[motion])} ref={pauseAway}>
        {children}
      </div>
    </div>
  );
};
