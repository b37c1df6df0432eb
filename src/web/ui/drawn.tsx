import type { ReactNode } from 'react';
import styles from './drawn.module.css';

interface DrawnProps {
  /** What the drawing shows, in words. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A screen or a mark that is drawn, read as one picture. Its parts are hidden from assistive technology
 * besides: not every engine leaves out the children of an `img` role.
 */
export const Drawn = ({ label, className, children }: DrawnProps) => (
  <div className={className} role="img" aria-label={label}>
    <div className={styles['inside']} aria-hidden="true">
      {children}
    </div>
  </div>
);
