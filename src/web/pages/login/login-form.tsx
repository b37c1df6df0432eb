import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import { loginContent } from '#web/content/login.ts';
import { Card } from '#web/ui/card.tsx';
import { HindranceLine } from '#web/ui/hindrance-line.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCodePhase } from '#web/ui/use-code-phase.ts';
import { useFaultFocus } from '#web/ui/use-fault-focus.ts';
import { useIsVerifying } from '#web/ui/use-is-verifying.ts';
import styles from '../form.module.css';
import { CodeMode } from './code-mode.tsx';
import { PasswordMode } from './password-mode.tsx';

const { login: words } = loginContent;

interface LoginFormProps {
  actor: ActorRefFrom<typeof loginMachine>;
  /** The visitor was sent here because the session had ended. */
  isSessionEnded: boolean;
}

/** The form of both modes: address, proof, consent. */
export const LoginForm = ({ actor, isSessionEnded }: LoginFormProps) => {
  const snapshot = useSelector(actor, (state) => state);
  const isMissing = snapshot.matches({ open: { mode: { password: { editing: 'missing' } } } });
  const isCodeMode = snapshot.matches({ open: { mode: 'code' } });
  const { otp } = snapshot.children;
  const phase = useCodePhase(otp);
  const isVerifying = useIsVerifying(otp);
  const form = useFaultFocus(isMissing);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isCodeMode) actor.send({ type: 'login.submitted' });
    else if (phase === 'sent') actor.send({ type: 'code.submitted' });
    else actor.send({ type: phase === 'unsent' ? 'resend.requested' : 'code.requested' });
  };

  return (
    <Card>
      <StepHeading>{words.heading}</StepHeading>
      <p className={styles['lead']}>{words.lead}</p>
      {isSessionEnded && <NoticeLine tone="quiet">{words.sessionEnded}</NoticeLine>}
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        <HindranceLine />
        <TextField
          label={words.email}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isVerifying}
          value={snapshot.context.email}
          onChange={(email) => actor.send({ type: 'email.changed', email })}
          error={isMissing ? words.emailMissing : undefined}
        />
        {isCodeMode ? <CodeMode actor={actor} /> : <PasswordMode actor={actor} />}
      </form>
      <p className={styles['aside']}>
        {words.contact[0]}
        <a href="#/demo">{words.contact[1]}</a>
      </p>
    </Card>
  );
};
