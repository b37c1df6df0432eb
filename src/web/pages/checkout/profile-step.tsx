import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { ABOUT_LENGTH_MAX, NAME_LENGTH_MAX } from '#contract/account.ts';
import type { profileStepMachine } from '#machines/profile-step.ts';
import { type SignUpFields, validateProfile } from '#machines/rules/sign-up.ts';
import * as busy from '#web/content/busy.ts';
import { profileErrors, signUpContent } from '#web/content/sign-up.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import styles from '#web/layout/form.module.css';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField, useErrorFocus } from '#web/ui/fields/field.tsx';
import { WizardCard } from './wizard-card.tsx';

const { allSet: words } = signUpContent;

/** Step 3 of 3: the company's profile. */
export const ProfileStep = ({ actor }: { actor: ActorRefFrom<typeof profileStepMachine> }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { fields } = snapshot.context;
  const { displayName, about } = fields;
  const isInvalid = snapshot.matches({ editing: 'invalid' });
  const error = isInvalid ? validateProfile(fields) : undefined;
  const form = useErrorFocus(isInvalid);
  const change = (changed: Partial<SignUpFields>) =>
    actor.send({ type: 'field.changed', fields: changed });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: 'profile.submitted' });
  };

  return (
    <WizardCard step="allSet" heading={words.heading} lead={words.lead}>
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        <BrowserIssues />
        <TextField
          label={words.displayName}
          hint={words.optional}
          name="display-name"
          autoComplete="off"
          maxLength={NAME_LENGTH_MAX}
          value={displayName}
          onChange={(typed) => change({ displayName: typed })}
          error={error === 'displayNameInvalid' ? profileErrors.displayNameInvalid : undefined}
        />
        <TextArea
          label={words.about}
          hint={words.optional}
          name="about"
          maxLength={ABOUT_LENGTH_MAX}
          value={about}
          onChange={(typed) => change({ about: typed })}
          error={error === 'aboutInvalid' ? profileErrors.aboutInvalid : undefined}
        />
        <Button type="submit" isWide isBusy={snapshot.hasTag('busy')} busyLabel={busy.saving}>
          {words.done}
        </Button>
      </form>
    </WizardCard>
  );
};
