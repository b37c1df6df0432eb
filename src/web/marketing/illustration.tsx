import type { ReactNode } from 'react';
import styles from './illustration.module.css';

interface IllustrationProps {
  /** Text alternative. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Markup that assistive technology reads as one image. The content is also `aria-hidden`, because not
 * every engine ignores the children of an `img` role.
 */
export const Illustration = ({ label, className, children }: IllustrationProps) => (
  <div className={className} role="img" aria-label={label}>
    <div className={styles['content']} aria-hidden="true">
      {children}
    </div>
  </div>
);
