import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './notice-line.module.css';

interface NoticeLineProps {
  /** For a control's `aria-describedby`. */
  id?: string | undefined;
  tone: 'good' | 'bad' | 'quiet';
  /** The words; without them the line is empty, ready to be announced when they come. */
  children?: ReactNode;
  /** `false` where something else announces the words already. */
  isLive?: boolean;
}

const icons = { good: 'check', bad: 'warning', quiet: 'info' } as const;

/** A state in words, with an icon: never colour alone. Announced politely when it changes. */
export const NoticeLine = ({ id, tone, children, isLive = true }: NoticeLineProps) => (
  <p id={id} className={styles[tone]} aria-live={isLive ? 'polite' : undefined}>
    {children && (
      <>
        <span className={styles['icon']}>
          <Icon name={icons[tone]} size="small" />
        </span>
        <span>{children}</span>
      </>
    )}
  </p>
);
