import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { personStepMachine } from '#machines/person-step.ts';
import {
  missingPersonParts,
  type PersonError,
  validatePersonStep,
} from '#machines/rules/sign-up.ts';
import { personErrors, signUpContent } from '#web/content/sign-up.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import styles from '#web/layout/form.module.css';
import { PasswordField, TextField, useErrorFocus } from '#web/ui/fields/field.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { IncompleteAccount } from './states.tsx';
import { NextButton, WizardCard } from './wizard-card.tsx';

const { about: words } = signUpContent;

type FieldName = 'name' | 'email' | 'password';

const fieldOf: Record<PersonError, FieldName> = {
  nameMissing: 'name',
  nameInvalid: 'name',
  emailMissing: 'email',
  emailInvalid: 'email',
  passwordMissing: 'password',
  tooShort: 'password',
  tooLong: 'password',
  isEmail: 'password',
};

/** Step 2 of 3: About You. */
export const PersonStep = ({ actor }: { actor: ActorRefFrom<typeof personStepMachine> }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { email, fields, password } = snapshot.context;
  const isInvalid = snapshot.matches({ open: { person: { editing: 'invalid' } } });
  const isPasswordMissing = snapshot.matches({ open: { person: { editing: 'passwordMissing' } } });
  const isCommon = snapshot.matches({ open: { person: { editing: 'common' } } });
  const isReadOnly = snapshot.matches('readOnly');
  const isSaving = snapshot.matches({ open: { person: 'saving' } });
  const error = isInvalid ? validatePersonStep(snapshot.context) : undefined;
  const form = useErrorFocus(isInvalid || isCommon);
  const isComplete = snapshot.matches({ open: { account: 'complete' } });

  const isReady = isSaving || snapshot.can({ type: 'person.submitted' });
  const missing = isReady ? [] : missingPersonParts(snapshot.context);
  const retry = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // Move the focus to the form if the focused retry button was removed.
    if (isComplete && document.activeElement === document.body)
      form.current?.querySelector('input')?.focus();
  }, [isComplete, form]);

  const errorOf = (field: FieldName): string | undefined => {
    if (field === 'password' && isCommon) return words.common;
    if (field === 'password' && isPasswordMissing) return personErrors.passwordMissing;
    return error && fieldOf[error] === field ? personErrors[error] : undefined;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = missing;
    if (first === 'account') retry.current?.focus();
    if (first === 'password')
      form.current?.querySelector<HTMLElement>('[name="password"]')?.focus();
    actor.send({ type: 'person.submitted' });
  };

  return (
    <WizardCard step="about" heading={words.heading} lead={words.lead}>
      <IncompleteAccount actor={actor} retryRef={retry} />
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        <BrowserIssues />
        {isReadOnly && <NoticeLine tone="quiet">{signUpContent.readOnly}</NoticeLine>}
        <TextField
          label={words.name}
          readOnly={isReadOnly}
          name="name"
          autoComplete="name"
          value={fields.personName}
          onChange={(personName) => actor.send({ type: 'field.changed', fields: { personName } })}
          error={errorOf('name')}
        />
        <TextField
          label={words.email}
          hint={words.emailHint}
          type="email"
          name="email"
          autoComplete="username"
          readOnly
          value={email}
          error={errorOf('email')}
        />
        {!isReadOnly && (
          <PasswordField
            label={words.password}
            hint={words.passwordHint}
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={(typed) => actor.send({ type: 'password.changed', password: typed })}
            onBlur={() => actor.send({ type: 'person.reviewed' })}
            error={errorOf('password')}
          />
        )}
        <NextButton isBusy={isSaving} missing={missing.map((part) => words.parts[part])}>
          {words.next}
        </NextButton>
      </form>
    </WizardCard>
  );
};
