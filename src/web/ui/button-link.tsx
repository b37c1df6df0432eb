import type { ReactNode } from 'react';
import styles from './button.module.css';

interface ButtonLinkProps {
  children: ReactNode;
  href: string;
  kind?: 'primary' | 'quiet' | 'link';
  isWide?: boolean | undefined;
}

/** A link that looks like a button: it leads somewhere instead of doing something. */
export const ButtonLink = ({
  children,
  href,
  kind = 'primary',
  isWide = false,
}: ButtonLinkProps) => (
  <a href={href} className={`${styles['button']} ${styles[kind]} ${isWide ? styles['wide'] : ''}`}>
    <span className={styles['label']}>{children}</span>
  </a>
);
