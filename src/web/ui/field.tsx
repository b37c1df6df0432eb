import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { NoticeLine } from './notice-line.tsx';

/** What a control inside a field takes over, so that label, hint and error belong to it. */
interface FieldControl {
  id: string;
  'aria-describedby': string;
  'aria-invalid': true | undefined;
}

export interface FieldTexts {
  label: string;
  /** What helps to fill it in, always shown. */
  hint?: ReactNode;
  /** What is wrong and what to do; announced when it comes. */
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  /** A small text at the end of the label's line, such as a count. */
  aside?: ReactNode;
  /** A button at the end of the control, inside its frame. */
  action?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}

/** A labelled control in a frame, with its hint and its error tied to it. */
export const Field = ({ label, hint, error, aside, action, children }: FieldProps) => {
  const id = useId();
  const ids = { hint: `${id}-hint`, error: `${id}-error`, aside: `${id}-aside` };
  const describedBy = [aside && ids.aside, hint && ids.hint, ids.error].filter(Boolean).join(' ');

  return (
    <div className={styles['field']}>
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
    </div>
  );
};
