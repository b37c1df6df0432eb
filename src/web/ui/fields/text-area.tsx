import type { ComponentProps } from 'react';
import { groupDigits } from '#web/platform/group-digits.ts';
import { Field, type FieldTexts } from './field.tsx';

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
