import type { ReactNode } from 'react';
import { check, Icon, info, warning } from './icon.tsx';
import styles from './notice-line.module.css';

interface NoticeLineProps {
  /** Target of a control's `aria-describedby`. */
  id?: string | undefined;
  tone: 'good' | 'bad' | 'quiet';
  /** The message. Without one the live region stays empty, so that a later message is announced. */
  children?: ReactNode;
  /** `false` where another live region announces the message. */
  isLive?: boolean;
}

const iconOf = { good: check, bad: warning, quiet: info };

/** A message with an icon, so that the tone does not depend on colour alone. Changes are announced. */
export const NoticeLine = ({ id, tone, children, isLive = true }: NoticeLineProps) => (
  <p id={id} className={styles[tone]} aria-live={isLive ? 'polite' : undefined}>
    {children && (
      <>
        <span className={styles['icon']}>
          <Icon path={iconOf[tone]} size="small" />
        </span>
        <span>{children}</span>
      </>
    )}
  </p>
);
