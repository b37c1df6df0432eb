import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.tsx';

interface TextAreaProps
  extends FieldTexts,
    Pick<ComponentProps<'textarea'>, 'disabled' | 'name' | 'placeholder' | 'ref'> {
  value: string;
  onChange: (value: string) => void;
  /** Characters that it takes; the count beside the label goes up to it. */
  maxLength: number;
}

const grouped = new Intl.NumberFormat('en-IN');

/** Several lines of text with a count of its characters. */
export const TextArea = ({ label, hint, error, onChange, ...area }: TextAreaProps) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    aside={`${grouped.format(area.value.length)} of ${grouped.format(area.maxLength)}`}
  >
    {(control) => (
      <textarea {...area} {...control} onChange={(event) => onChange(event.target.value)} />
    )}
  </Field>
);
