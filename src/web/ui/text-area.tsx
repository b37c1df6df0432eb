import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.tsx';
import { groupDigits } from './group-digits.ts';

interface TextAreaProps
  extends FieldTexts,
    Pick<ComponentProps<'textarea'>, 'disabled' | 'name' | 'placeholder' | 'ref'> {
  value: string;
  onChange: (value: string) => void;
  /** Characters that it takes; the count beside the label goes up to it. */
  maxLength: number;
}

/** Several lines of text with a count of its characters. */
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
