import type { ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps {
  /** The label; it may contain links. */
  children: ReactNode;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  name?: string;
  describedBy?: string | undefined;
  disabled?: boolean | undefined;
}

/** A native checkbox. Its label is a click target 44 px high. */
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
