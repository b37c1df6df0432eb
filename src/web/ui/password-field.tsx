import { type ComponentProps, type FocusEvent, useRef, useState } from 'react';
import { Field, type FieldTexts } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './password-field.module.css';

interface PasswordFieldProps
  extends FieldTexts,
    Pick<ComponentProps<'input'>, 'disabled' | 'name' | 'ref'> {
  value: string;
  onChange: (value: string) => void;
  /** The focus has left the field, its button included. */
  onLeave?: () => void;
  /** What password managers are to do: fill in the old one or offer a new one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password that can be shown and hidden again; pasting is always allowed. */
export const PasswordField = ({
  label,
  hint,
  error,
  onChange,
  onLeave,
  ...input
}: PasswordFieldProps) => {
  const [isShown, setShown] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && field.current?.contains(relatedTarget))) onLeave?.();
  };
  const toggle = (
    <button
      type="button"
      className={styles['toggle']}
      aria-label="Show password"
      aria-pressed={isShown}
      onClick={() => setShown(!isShown)}
      onBlur={leave}
    >
      <Icon name={isShown ? 'eye-off' : 'eye'} />
    </button>
  );

  return (
    <div ref={field}>
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
            onBlur={leave}
          />
        )}
      </Field>
    </div>
  );
};
