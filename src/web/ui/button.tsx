import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { type ButtonVariant, buttonClass } from './button-class.ts';

/** A button that can be busy says what it does meanwhile, such as "Saving …". */
type Busy = { isBusy?: never; busyLabel?: never } | { isBusy: boolean; busyLabel: string };

type ButtonProps = Busy &
  Pick<
    ComponentProps<'button'>,
    'aria-describedby' | 'aria-label' | 'autoFocus' | 'disabled' | 'form' | 'id' | 'onClick' | 'ref'
  > & {
    /** The label, which stays the button's name while it is busy. */
    children: ReactNode;
    variant?: ButtonVariant;
    type?: 'button' | 'submit';
    /** Looks and counts as disabled, but can be pressed and focused: the form then leads to what it lacks. */
    isUnready?: boolean;
    /** Takes the full width of the column. */
    isWide?: boolean | undefined;
  };

/** A ring, hidden from assistive technology. It doesn't turn under `prefers-reduced-motion`. */
const Ring = () => (
  <svg className={styles['turning']} viewBox="0 0 24 24" aria-hidden="true">
    <circle className={styles['track']} cx="12" cy="12" r="9" />
    <path d="M12 3a9 9 0 0 1 9 9" />
  </svg>
);

/** A native button, 48 px high. A busy one keeps its width and its focus; clicks do nothing. */
export const Button = ({
  children,
  variant = 'primary',
  type = 'button',
  isBusy = false,
  busyLabel,
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
    <span className={styles['label']} data-busy={busyLabel}>
      <span>{children}</span>
      {isBusy && (
        <span aria-hidden="true">
          <Ring />
          {busyLabel}
        </span>
      )}
    </span>
  </button>
);
