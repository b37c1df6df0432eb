import { type ComponentProps, type ReactNode, useRef } from 'react';
import { contactWords as contact, emailWords as words } from '#web/content/browser-issues.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { suggestEmail } from './suggest-email.ts';

/** A person to talk to. */
export const TalkHelp = ({ question }: { question?: string }) => (
  <p>
    {question}
    {words.talk[0]}
    <a href={contact.phone.href}>{contact.phone.text}</a>
    {words.talk[1]}
    <a href={contact.email.href}>{contact.email.text}</a>
  </p>
);

/** Below a free mail address in a form that needs one of a company. */
export const FreeMailHelp = () => <TalkHelp question={words.noWorkEmail} />;

interface EmailFieldProps
  extends Pick<
    ComponentProps<typeof TextField>,
    'action' | 'autoComplete' | 'error' | 'label' | 'maxLength' | 'readOnly' | 'required' | 'value'
  > {
  onChange: (email: string) => void;
  below?: ReactNode;
}

/** The field of an email address. It offers a correction of a domain that looks mistyped, and blocks nothing. */
export const EmailField = ({ value, onChange, below, readOnly, ...field }: EmailFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const suggestion = readOnly ? undefined : suggestEmail(value);
  const correct = (email: string) => {
    onChange(email);
    input.current?.focus();
  };
  return (
    <TextField
      {...field}
      ref={input}
      type="email"
      name="email"
      autoCapitalize="none"
      spellCheck={false}
      readOnly={readOnly}
      value={value}
      onChange={onChange}
      below={
        <>
          <p aria-live="polite">
            {suggestion && (
              <>
                {words.didYouMean[0]}
                <Button variant="link" onClick={() => correct(suggestion)}>
                  {suggestion}
                </Button>
                {words.didYouMean[1]}
              </>
            )}
          </p>
          {below}
        </>
      }
    />
  );
};
