import { useState } from 'react';
import { customers } from '#web/content/customers.ts';
import { Drawn } from './drawn.tsx';
import styles from './logo-strip.module.css';
import { PauseButton } from './pause-button.tsx';

interface LogoStripProps {
  /** Stands above the logos and names the list. */
  heading: string;
}

/** Room for the drawing in front of a wordmark, and the height of both. */
const MARK = 40;
const HEIGHT = 32;
const BASELINE = 23;

const Logo = ({ name, mark, width, look }: (typeof customers.logos)[number]) => (
  <Drawn label={name}>
    <svg
      className={styles['logo']}
      viewBox={`0 0 ${MARK + width} ${HEIGHT}`}
      width={MARK + width}
      height={HEIGHT}
      aria-hidden="true"
      focusable="false"
    >
      <path d={mark} fillRule="evenodd" />
      <text className={styles[look]} x={MARK} y={BASELINE} textLength={width}>
        {name}
      </text>
    </svg>
  </Drawn>
);

const Row = ({ isCopy = false }: { isCopy?: boolean }) => (
  <ul
    className={`${styles['row']} ${isCopy ? styles['copy'] : ''}`}
    aria-hidden={isCopy || undefined}
  >
    {customers.logos.map((logo) => (
      <li key={logo.name}>
        <Logo {...logo} />
      </li>
    ))}
  </ul>
);

/**
 * Customers' wordmarks in an endless row that can be stopped; without motion, a plain list. It rests
 * under the pointer and under keyboard focus, until Play is pressed.
 */
export const LogoStrip = ({ heading }: LogoStripProps) => {
  const [motion, setMotion] = useState<'free' | 'paused' | 'playing'>('free');
  const isPaused = motion === 'paused';
  return (
    <div className={styles['strip']}>
      <div className={styles['head']}>
        <PauseButton
          isPaused={isPaused}
          what={customers.label}
          onToggle={() => setMotion(isPaused ? 'playing' : 'paused')}
        />
        <p>{heading}</p>
      </div>
      <div className={`${styles['window']} ${styles[motion] ?? ''}`}>
        <Row />
        <Row isCopy />
      </div>
    </div>
  );
};
