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
 * Customers' logos in an endless loop with a Pause button; a plain list under reduced motion. It stops
 * under the pointer and under keyboard focus, unless Play has been pressed.
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
      <div className={clsx(styles['window'], styles[motion])}>{children}</div>
    </div>
  );
};
