import { type ComponentProps, useState } from 'react';
import * as icons from '../icon.tsx';
import { Icon } from '../icon.tsx';
import { Field, type FieldTexts } from './field.tsx';
import styles from './password-field.module.css';

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
      <Icon path={isShown ? icons.eyeOff : icons.eye} />
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
