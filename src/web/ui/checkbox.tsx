import type { ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps {
  /** The label; it may hold links, which stay links. */
  children: ReactNode;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  name?: string;
  describedBy?: string | undefined;
  disabled?: boolean | undefined;
}

/** A native checkbox whose whole line of 44 px can be pressed. */
export const Checkbox = ({
  children,
  checked,
  onChange,
  name,
  describedBy,
  disabled,
}: CheckboxProps) => (
  <label className={styles['line']}>
    <input
      type="checkbox"
      className={styles['box']}
      name={name}
      checked={checked}
      disabled={disabled}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>{children}</span>
  </label>
);
