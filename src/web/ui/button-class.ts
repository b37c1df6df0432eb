import { clsx } from 'clsx/lite';
import styles from './button.module.css';

/** `primary` once a view; `quiet` beside it; `ink` in the header; `link` inside a sentence or a field. */
export type ButtonVariant = 'primary' | 'quiet' | 'ink' | 'link';

interface ButtonClassOptions {
  variant?: ButtonVariant;
  /** Takes the full width of the column. */
  isWide?: boolean | undefined;
}

/** Class names for an element that looks like a button: a link, or the button itself. */
export const buttonClass = ({
  variant = 'primary',
  isWide = false,
}: ButtonClassOptions = {}): string =>
  clsx(styles['button'], styles[variant], isWide && styles['wide']);
