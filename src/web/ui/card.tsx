import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A panel for a form: heading, lead and controls in one column. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div className={styles['card']}>{children}</div>
);
