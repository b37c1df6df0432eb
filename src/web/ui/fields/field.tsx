import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { groupDigits } from '#web/platform/group-digits.ts';
import { eye, eyeOff, Icon } from '../icon.tsx';
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

/** Moves focus to the first invalid control of the form when it becomes invalid, or is submitted as it is. */
export const useErrorFocus = (isInvalid: boolean): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (!isInvalid || !element) return;
    // After the view has shown what a submission led to.
    const moveFocus = () =>
      setTimeout(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    moveFocus();
    element.addEventListener('submit', moveFocus);
    return () => element.removeEventListener('submit', moveFocus);
  }, [isInvalid]);
  return form;
};

interface TextFieldProps
  extends FieldTexts,
    Pick<
      ComponentProps<'input'>,
      | 'autoCapitalize'
      | 'autoComplete'
      | 'autoFocus'
      | 'disabled'
      | 'enterKeyHint'
      | 'inputMode'
      | 'maxLength'
      | 'name'
      | 'onBlur'
      | 'onKeyDown'
      | 'placeholder'
      | 'readOnly'
      | 'ref'
      | 'required'
      | 'spellCheck'
    > {
  type?: 'email' | 'search' | 'tel' | 'text' | 'url';
  value: string;
  onChange?: (value: string) => void;
  /** A button inside the frame, such as `Send OTP`. */
  action?: ReactNode;
  /** What helps with the error, in the column of the field. */
  below?: ReactNode;
}

/** A single-line text input with label, hint and error. */
export const TextField = ({
  label,
  hint,
  error,
  action,
  below,
  type = 'text',
  onChange,
  ...input
}: TextFieldProps) => (
  <Field label={label} hint={hint} error={error} action={action} below={below}>
    {(control) => (
      <input
        {...input}
        {...control}
        type={type}
        onChange={(event) => onChange?.(event.target.value)}
      />
    )}
  </Field>
);

interface TextAreaProps
  extends FieldTexts,
    Pick<ComponentProps<'textarea'>, 'disabled' | 'name' | 'placeholder' | 'ref'> {
  value: string;
  onChange: (value: string) => void;
  /** Maximum number of characters, shown beside the label with the current number. */
  maxLength: number;
}

/** A multi-line text input with a character count. */
export const TextArea = ({ label, hint, error, onChange, ...area }: TextAreaProps) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    aside={`${groupDigits(area.value.length)} of ${groupDigits(area.maxLength)}`}
  >
    {(control) => (
      <textarea {...area} {...control} onChange={(event) => onChange(event.target.value)} />
    )}
  </Field>
);

interface PasswordFieldProps
  extends FieldTexts,
    Pick<ComponentProps<'input'>, 'disabled' | 'name' | 'onBlur' | 'ref'> {
  value: string;
  onChange: (value: string) => void;
  /** Tells password managers to fill in the current password or to suggest a new one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password input with a button that shows and hides the text. Pasting is allowed. */
export const PasswordField = ({ label, hint, error, onChange, ...input }: PasswordFieldProps) => {
  const [isShown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className={styles['toggle']}
      aria-label="Show password"
      aria-pressed={isShown}
      onClick={() => setShown(!isShown)}
    >
      <Icon path={isShown ? eyeOff : eye} />
    </button>
  );

  return (
    <Field label={label} hint={hint} error={error} action={toggle}>
      {(control) => (
        <input
          {...input}
          {...control}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
};
