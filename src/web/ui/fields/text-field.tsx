import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldTexts } from './field.tsx';

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
