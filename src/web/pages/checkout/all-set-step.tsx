import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { ABOUT_LENGTH_MAX, NAME_LENGTH_MAX } from '#contract/limits.ts';
import { profileFault, type SignUpFields } from '#contract/sign-up.ts';
import { profileFaults, signUpContent } from '#web/content/sign-up.ts';
import { Button } from '#web/ui/button.tsx';
import { HindranceLine } from '#web/ui/hindrance-line.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useFaultFocus } from '#web/ui/use-fault-focus.ts';
import styles from '../form.module.css';
import type { SignUpRef } from './sign-up-ref.ts';
import { WizardCard } from './wizard-card.tsx';

const { allSet: words } = signUpContent;

/** Step 3 of 3. */
export const AllSetStep = ({ actor }: { actor: SignUpRef }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { fields } = snapshot.context;
  const { displayName, about } = fields;
  const isFaulty = snapshot.matches({ wizard: { allSet: { editing: 'faulty' } } });
  const fault = isFaulty ? profileFault(fields) : undefined;
  const form = useFaultFocus(isFaulty);
  const change = (changed: Partial<SignUpFields>) =>
    actor.send({ type: 'field.changed', fields: changed });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: 'profile.submitted' });
  };

  return (
    <WizardCard step={3} heading={words.heading} lead={words.lead}>
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        <HindranceLine />
        <TextField
          label={words.displayName}
          name="display-name"
          autoComplete="off"
          maxLength={NAME_LENGTH_MAX}
          value={displayName}
          onChange={(typed) => change({ displayName: typed })}
          error={fault === 'displayNameInvalid' ? profileFaults.displayNameInvalid : undefined}
        />
        <TextArea
          label={words.about}
          name="about"
          maxLength={ABOUT_LENGTH_MAX}
          value={about}
          onChange={(typed) => change({ about: typed })}
          error={fault === 'aboutInvalid' ? profileFaults.aboutInvalid : undefined}
        />
        <Button type="submit" isWide isBusy={snapshot.hasTag('busy')}>
          {words.done}
        </Button>
      </form>
    </WizardCard>
  );
};
