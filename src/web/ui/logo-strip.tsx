import { type ReactNode, useState } from 'react';
import { customersWords } from '#web/content/customers.ts';
import styles from './logo-strip.module.css';
import { PauseButton } from './pause-button.tsx';

interface LogoStripProps {
  /** Stands above the logos and names the list. */
  heading: string;
  /** `LogoRows`, or what was made of them. */
  children: ReactNode;
}

/**
 * Customers' wordmarks in an endless row that can be stopped; without motion, a plain list. It rests
 * under the pointer and under keyboard focus, until Play is pressed.
 */
export const LogoStrip = ({ heading, children }: LogoStripProps) => {
  const [motion, setMotion] = useState<'free' | 'paused' | 'playing'>('free');
  const isPaused = motion === 'paused';
  return (
    <div className={styles['strip']}>
      <div className={styles['head']}>
        <PauseButton
          isPaused={isPaused}
          what={customersWords.label}
          onToggle={() => setMotion(isPaused ? 'playing' : 'paused')}
        />
        <p>{heading}</p>
      </div>
      <div className={`${styles['window']} ${styles[motion] ?? ''}`}>{children}</div>
    </div>
  );
};
