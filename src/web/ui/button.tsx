import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

interface ButtonProps
  extends Pick<
    ComponentProps<'button'>,
    'aria-describedby' | 'aria-label' | 'disabled' | 'form' | 'id' | 'onClick' | 'ref'
  > {
  /** What happens when it is pressed. */
  children: ReactNode;
  /** `primary` once a view; `quiet` beside it; `link` where a sentence or a field carries it. */
  kind?: 'primary' | 'quiet' | 'link';
  type?: 'button' | 'submit';
  /** Work is under way: a spinner in its place, same width, still focusable, presses do nothing. */
  isBusy?: boolean | undefined;
  /** As wide as its column. */
  isWide?: boolean | undefined;
}

/** A button of 48 px. Disabled it stays readable, and leaves the tab order as native ones do. */
export const Button = ({
  children,
  kind = 'primary',
  type = 'button',
  isBusy = false,
  isWide = false,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={`${styles['button']} ${styles[kind]} ${isWide ? styles['wide'] : ''}`}
    aria-busy={isBusy || undefined}
    aria-disabled={isBusy || undefined}
    onClick={isBusy ? (event) => event.preventDefault() : onClick}
  >
    <span className={styles['label']}>{children}</span>
    {isBusy && (
      <span className={styles['spinner']}>
        <Spinner />
      </span>
    )}
  </button>
);
