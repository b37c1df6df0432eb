import { type ReactNode, useId } from 'react';
import { NoticeLine } from '../notice-line.tsx';
import styles from './field.module.css';

/** Attributes that tie the control to its label, hint and error. */
interface FieldControl {
  id: string;
  'aria-describedby': string;
  'aria-invalid': true | undefined;
}

export interface FieldTexts {
  label: string;
  /** Always visible help. */
  hint?: ReactNode;
  /** What is wrong and how to fix it; announced when it appears. */
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  /** A short text at the end of the label's line, such as a character count. */
  aside?: ReactNode;
  /** A button inside the frame, after the control. */
  action?: ReactNode;
  /** What helps with the error, in the column of the field. */
  below?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}

/** A framed control with its label, hint and error. */
export const Field = ({ label, hint, error, aside, action, below, children }: FieldProps) => {
  const id = useId();
  const ids = { hint: `${id}-hint`, error: `${id}-error`, aside: `${id}-aside` };
  const describedBy = [aside && ids.aside, hint && ids.hint, ids.error].filter(Boolean).join(' ');

  return (
    <div>
      <div className={styles['heading']}>
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
        {aside && (
          <span className={styles['aside']} id={ids.aside}>
            {aside}
          </span>
        )}
      </div>
      <div className={styles['frame']}>
        {children({
          id,
          'aria-describedby': describedBy,
          'aria-invalid': error ? true : undefined,
        })}
        {action && <div className={styles['action']}>{action}</div>}
      </div>
      {hint && (
        <p className={styles['hint']} id={ids.hint}>
          {hint}
        </p>
      )}
      <div className={styles['error']}>
        <NoticeLine id={ids.error} tone="bad">
          {error}
        </NoticeLine>
      </div>
      {below && <div className={styles['below']}>{below}</div>}
    </div>
  );
};
