import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect } from 'react';
import type { PersonFault } from '#contract/person.ts';
import { aboutStepFault } from '#contract/sign-up.ts';
import { personFaults, signUpContent } from '#web/content/sign-up.ts';
import { Button } from '#web/ui/button.tsx';
import { HindranceLine } from '#web/ui/hindrance-line.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useFaultFocus } from '#web/ui/use-fault-focus.ts';
import styles from '../form.module.css';
import { AccountStatus } from './account-status.tsx';
import type { SignUpRef } from './sign-up-ref.ts';
import { WizardCard } from './wizard-card.tsx';

const { about: words } = signUpContent;

type FieldName = 'name' | 'email' | 'password';

const fieldOf: Record<PersonFault, FieldName> = {
  nameMissing: 'name',
  nameInvalid: 'name',
  emailMissing: 'email',
  emailInvalid: 'email',
  passwordMissing: 'password',
  tooShort: 'password',
  tooLong: 'password',
  isEmail: 'password',
};

/** Step 2 of 3. */
export const AboutStep = ({ actor }: { actor: SignUpRef }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { email, fields, password } = snapshot.context;
  const isFaulty = snapshot.matches({ wizard: { about: { person: { editing: 'faulty' } } } });
  const isUnset = snapshot.matches({ wizard: { about: { person: { editing: 'unset' } } } });
  const isCommon = snapshot.matches({ wizard: { about: { person: { editing: 'common' } } } });
  const isClosed = snapshot.matches({ wizard: { about: { person: 'closed' } } });
  const isSaving = snapshot.matches({ wizard: { about: { person: 'saving' } } });
  const fault = isFaulty ? aboutStepFault(snapshot.context) : undefined;
  const form = useFaultFocus(isFaulty || isCommon);
  const isComplete = snapshot.matches({ wizard: { about: { account: 'complete' } } });

  useEffect(() => {
    // Try again went away under the focus; whoever types already keeps it.
    if (isComplete && document.activeElement === document.body)
      form.current?.querySelector('input')?.focus();
  }, [isComplete, form]);

  const errorOf = (field: FieldName): string | undefined => {
    if (field === 'password' && isCommon) return words.common;
    if (field === 'password' && isUnset) return personFaults.passwordMissing;
    return fault && fieldOf[fault] === field ? personFaults[fault] : undefined;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: 'person.submitted' });
  };

  return (
    <WizardCard step={2} heading={words.heading} lead={words.lead}>
      <AccountStatus actor={actor} />
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        <HindranceLine />
        {isClosed && <NoticeLine tone="quiet">{signUpContent.closed}</NoticeLine>}
        <TextField
          label={words.name}
          readOnly={isClosed}
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
        {!isClosed && (
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
        <Button
          type="submit"
          isWide
          isBusy={isSaving}
          disabled={!isSaving && !snapshot.can({ type: 'person.submitted' })}
        >
          {words.next}
        </Button>
      </form>
    </WizardCard>
  );
};
