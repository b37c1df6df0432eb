import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { isWorkEmail } from '#contract/email.ts';
import { isFilled } from '#contract/text.ts';
import type { trialMachine } from '#machines/trial.ts';
import { codeContent } from '#web/content/code.ts';
import { signUpNotices } from '#web/content/notices.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { appAddresses } from '#web/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { CodeBoxes } from '#web/ui/code-boxes.tsx';
import { CodeEntry } from '#web/ui/code-entry.tsx';
import { HindranceLine } from '#web/ui/hindrance-line.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCodePhase } from '#web/ui/use-code-phase.ts';
import { useFaultFocus } from '#web/ui/use-fault-focus.ts';
import styles from '../form.module.css';
import { PlanLine } from './plan-line.tsx';

const { trial: words, code: codeWords } = signUpContent;

const emailError = (trial: SnapshotFrom<typeof trialMachine>): string | undefined => {
  const { email } = trial.context;
  if (trial.matches({ open: { address: { editing: 'missing' } } })) return words.emailMissing;
  if (trial.matches({ open: { address: { editing: 'registered' } } }))
    return signUpNotices.emailRegistered.text;
  return isFilled(email) && !isWorkEmail(email) ? words.emailInvalid : undefined;
};

/** The trial: a work address, its code, the terms. */
export const TrialForm = ({ trial }: { trial: ActorRefFrom<typeof trialMachine> }) => {
  const snapshot = useSelector(trial, (state) => state);
  const { otp } = snapshot.children;
  const { code } = snapshot.context;
  const isVerified = snapshot.matches({ open: { address: 'verified' } });
  const phase = useCodePhase(otp);
  const canSend = snapshot.can({ type: 'code.requested' }) || phase === 'unsent';
  const wasJustVerified = isVerified && code !== undefined;
  const form = useFaultFocus(snapshot.hasTag('error'));

  useEffect(() => {
    // The boxes are done with; what is left is the terms.
    if (wasJustVerified) form.current?.querySelector<HTMLElement>('[name="terms"]')?.focus();
  }, [wasJustVerified, form]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (phase === 'unsent') trial.send({ type: 'resend.requested' });
    else trial.send({ type: canSend ? 'code.requested' : 'trial.started' });
  };

  return (
    <Card>
      <StepHeading>{words.heading}</StepHeading>
      <p className={styles['lead']}>{words.lead}</p>
      <PlanLine />
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        <HindranceLine />
        <TextField
          label={words.email}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={snapshot.context.email}
          onChange={(email) => trial.send({ type: 'email.changed', email })}
          error={emailError(snapshot)}
          action={
            phase !== 'sent' && !isVerified ? (
              // The first submit button of the form: Enter in the field presses it.
              <Button
                type="submit"
                kind="link"
                isBusy={phase === 'sending'}
                disabled={phase !== 'sending' && !canSend}
              >
                {words.send}
              </Button>
            ) : undefined
          }
        />
        {otp && phase === 'sent' && (
          <CodeEntry otp={otp} send={trial.send} hint={codeWords.entering} />
        )}
        {isVerified && (
          <div className={styles['verified']}>
            {code && <CodeBoxes legend={codeContent.legend} value={code} state="verified" />}
            <NoticeLine tone="good">{codeWords.verified}</NoticeLine>
          </div>
        )}
        <Checkbox
          name="terms"
          checked={snapshot.matches({ open: { terms: 'accepted' } })}
          onChange={(isAccepted) =>
            trial.send({ type: isAccepted ? 'terms.accepted' : 'terms.declined' })
          }
        >
          {words.terms[0]}
          <a href="#/terms">{words.terms[1]}</a>
          {words.terms[2]}
          <a href="#/privacy">{words.terms[3]}</a>
        </Checkbox>
        <Button type="submit" isWide disabled={!snapshot.can({ type: 'trial.started' })}>
          {words.start}
        </Button>
      </form>
      <p className={styles['aside']}>
        {words.signIn[0]}
        <a href={appAddresses.home}>{words.signIn[1]}</a>
      </p>
    </Card>
  );
};
