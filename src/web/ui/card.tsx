import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A panel for a form: heading, lead and controls in one column. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div className={styles['card']}>{children}</div>
);

interface LeadProps {
  /** One or more sentences. */
  children: string;
  className: string | undefined;
}

/** The lead of a card: a sentence that does not fit on the line of the one before it starts a line. */
export const Lead = ({ children, className }: LeadProps) => (
  <p className={className}>
    {children
      .replaceAll('. ', '.\n')
      .split('\n')
      .map((sentence) => (
        <span key={sentence}>{sentence} </span>
      ))}
  </p>
);
