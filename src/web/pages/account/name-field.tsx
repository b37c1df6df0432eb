import { useId } from 'react';
import { PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';
import { passkeyListContent as words } from '#web/content/passkeys/passkey-list.ts';

interface NameFieldProps {
  label: string;
  value: string;
  isInvalid: boolean;
  readOnly?: boolean;
  onChange: (name: string) => void;
}

/** The field for the name of a passkey, with its error. It takes the focus of the button that opened it. */
export const NameField = ({ label, value, isInvalid, readOnly, onChange }: NameFieldProps) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the form replaces the button that was pressed
        autoFocus
        autoComplete="off"
        readOnly={readOnly}
        maxLength={PASSKEY_NAME_LENGTH_MAX}
        value={value}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {isInvalid && (
        <p className="error" id={`${id}-error`} role="alert">
          {words.nameInvalid}
        </p>
      )}
    </div>
  );
};
