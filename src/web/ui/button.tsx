import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { type ButtonVariant, buttonClass } from './button-class.ts';

interface ButtonProps
  extends Pick<
    ComponentProps<'button'>,
    'aria-describedby' | 'aria-label' | 'autoFocus' | 'disabled' | 'form' | 'id' | 'onClick' | 'ref'
  > {
  /** The label. */
  children: ReactNode;
  variant?: ButtonVariant;
  type?: 'button' | 'submit';
  /** Shows a ring before the label. The button keeps its width and its focus; clicks do nothing. */
  isBusy?: boolean | undefined;
  /** Looks and counts as disabled, but can be pressed and focused: the form then leads to what it lacks. */
  isUnready?: boolean;
  /** Takes the full width of the column. */
  isWide?: boolean | undefined;
}

/** A ring, hidden from assistive technology. It doesn't turn under `prefers-reduced-motion`. */
const Ring = () => (
  <svg className={styles['turning']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <circle className={styles['track']} cx="12" cy="12" r="9" />
    <path d="M12 3a9 9 0 0 1 9 9" />
  </svg>
);

/** A native button, 48 px high. */
export const Button = ({
  children,
  variant = 'primary',
  type = 'button',
  isBusy = false,
  isUnready = false,
  isWide = false,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={buttonClass({ variant, isWide })}
    aria-busy={isBusy || undefined}
    aria-disabled={isBusy || isUnready || undefined}
    onClick={isBusy ? (event) => event.preventDefault() : onClick}
  >
    <span className={styles['label']}>
      {isBusy && <Ring />}
      {children}
    </span>
  </button>
);
