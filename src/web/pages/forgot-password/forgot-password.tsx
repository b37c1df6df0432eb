import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useCallback, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { forgotPassword, startForgotPassword } from '#web/actors/forgot-password.ts';
import { loginContent } from '#web/content/login.ts';
import { loginNotices } from '#web/content/notices.ts';
import { FormPage } from '#web/pages/form-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CodeEntry } from '#web/ui/code-entry.tsx';
import { HindranceLine } from '#web/ui/hindrance-line.tsx';
import { NoticeBoard } from '#web/ui/notice-board.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCodePhase } from '#web/ui/use-code-phase.ts';
import { useIsVerifying } from '#web/ui/use-is-verifying.ts';
import styles from '../form.module.css';

const { forgot: words } = loginContent;

/** A forgotten password: an address proves itself. */
export default function ForgotPassword() {
  const arrival = useHistoryState<unknown>();
  const [options] = useState(() => startForgotPassword(arrival));
  const actor = useActorRef(forgotPassword, options);
  const snapshot = useSelector(actor, (state) => state);
  const { otp } = snapshot.children;
  const isVerifying = useIsVerifying(otp);
  const phase = useCodePhase(otp);
  const emailOf = useCallback(() => actor.getSnapshot().context.email.trim(), [actor]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (phase === 'sent') actor.send({ type: 'code.submitted' });
    else actor.send({ type: phase === 'unsent' ? 'resend.requested' : 'code.requested' });
  };

  return (
    <FormPage>
      <Card>
        <StepHeading>{words.heading}</StepHeading>
        <p className={styles['lead']}>{words.lead}</p>
        <form className={styles['form']} onSubmit={submit} noValidate>
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
          />
          {otp && phase === 'sent' ? (
            <>
              <div>
                <CodeEntry otp={otp} send={actor.send} hint={words.sent} resend={words.resend} />
                <p className={styles['aside']}>{loginContent.login.noMail}</p>
              </div>
              <Button type="submit" isWide isBusy={isVerifying}>
                {words.verify}
              </Button>
            </>
          ) : (
            <Button
              type="submit"
              isWide
              isBusy={phase === 'sending'}
              disabled={phase === 'none' && !snapshot.can({ type: 'code.requested' })}
            >
              {words.send}
            </Button>
          )}
        </form>
        <p className={styles['aside']}>
          {words.back[0]}
          <a href="#/login">{words.back[1]}</a>
        </p>
      </Card>
      <NoticeBoard actor={actor} notices={loginNotices} emailOf={emailOf} />
    </FormPage>
  );
}
