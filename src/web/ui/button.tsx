import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { type ButtonVariant, buttonClass } from './button-class.ts';
import { Spinner } from './spinner.tsx';

interface ButtonProps
  extends Pick<
    ComponentProps<'button'>,
    'aria-describedby' | 'aria-label' | 'autoFocus' | 'disabled' | 'form' | 'id' | 'onClick' | 'ref'
  > {
  /** The label. */
  children: ReactNode;
  variant?: ButtonVariant;
  type?: 'button' | 'submit';
  /** Shows a spinner over the label. The button keeps its width and its focus; clicks do nothing. */
  isBusy?: boolean | undefined;
  /** Takes the full width of the column. */
  isWide?: boolean | undefined;
}

/** A native button, 48 px high. */
export const Button = ({
  children,
  variant = 'primary',
  type = 'button',
  isBusy = false,
  isWide = false,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={buttonClass({ variant, isWide })}
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
