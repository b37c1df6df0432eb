import { type ComponentProps, type ReactNode, useRef } from 'react';
import { FREE_MAIL_HOSTS, contactPrompt as words } from '#contract/email.ts';
import { contactWords as contact, didYouMean } from '#web/content/browser-issues.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields/field.tsx';

/** Top-level domains that do not exist, and what their writers meant. `.cm`, `.om` and `.co` do exist. */
const MISTYPED_TOP_LEVELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['con', 'cmo', 'ocm', 'cpm', 'cim', 'xom', 'vom', 'dom', 'comm', 'coom', 'ccom', 'conm'].map(
      (typed) => [typed, 'com'],
    ),
  ),
  ogr: 'org',
  orgg: 'org',
  ner: 'net',
  nte: 'net',
  ent: 'net',
  nett: 'net',
};

/** A shorter name can't be recognized with a mistake in it. */
const NAME_LENGTH_MIN = 5;
const COM = '.com';

/** Names of the mail providers, whose domains all end with `.com`. */
const PROVIDERS = FREE_MAIL_HOSTS.map((host) => host.slice(0, -COM.length)).filter(
  (name) => name.length >= NAME_LENGTH_MIN,
);

/**
 * Whether a name is another one with one letter missing, added, replaced or swapped with the next one: the
 * optimal string alignment distance is 1. The first letter is right, so that `email.com` is not taken for Gmail.
 */
const isOneMistakeFrom = (typed: string, meant: string): boolean => {
  if (typed === meant || typed[0] !== meant[0]) return false;
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [left, right] = [typed.slice(start), meant.slice(start)];
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
};

/**
 * The address that was probably meant by one whose domain looks mistyped (`acme.con`, `gmial.com`), spelled as
 * the rest was; undefined if nothing looks wrong.
 */
export const suggestEmail = (email: string): string | undefined => {
  const [, local, domain = ''] = /^\s*([^\s@]+)@([^\s@]+\.[^\s@.]+)\s*$/.exec(email) ?? [];
  const labels = domain.toLowerCase().split('.');
  const typed = labels.pop() ?? '';
  const host = labels.join('.');
  const topLevel =
    typed === 'co' && PROVIDERS.includes(host) ? 'com' : (MISTYPED_TOP_LEVELS[typed] ?? typed);
  const provider = PROVIDERS.find((name) => topLevel === 'com' && isOneMistakeFrom(host, name));
  if (provider === undefined && topLevel === typed) return undefined;
  return `${local}@${provider ?? host}.${topLevel}`;
};

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

/** Below a free mail address in a form that needs a company's address. */
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
                {didYouMean[0]}
                <Button variant="link" onClick={() => correct(suggestion)}>
                  {suggestion}
                </Button>
                {didYouMean[1]}
              </>
            )}
          </p>
          {below}
        </>
      }
    />
  );
};
