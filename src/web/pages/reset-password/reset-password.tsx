import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useCallback, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import type { SnapshotFrom } from 'xstate';
import { newPasswordFault } from '#contract/password.ts';
import type { resetPasswordMachine } from '#machines/reset-password.ts';
import { resetPassword, startResetPassword } from '#web/actors/reset-password.ts';
import { loginContent, passwordFaults } from '#web/content/login.ts';
import { loginNotices } from '#web/content/notices.ts';
import { FormPage } from '#web/pages/form-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { HindranceLine } from '#web/ui/hindrance-line.tsx';
import { NoticeBoard } from '#web/ui/notice-board.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import { useFaultFocus } from '#web/ui/use-fault-focus.ts';
import styles from '../form.module.css';

const { reset: words } = loginContent;

const passwordError = (snapshot: SnapshotFrom<typeof resetPasswordMachine>): string | undefined => {
  if (snapshot.matches({ editing: 'refused' })) return words.refused;
  const fault = newPasswordFault(snapshot.context.password);
  return snapshot.matches({ editing: 'faulty' }) && fault ? passwordFaults[fault] : undefined;
};

/** A new password, for the account that came along. */
export default function ResetPassword() {
  const arrival = useHistoryState<unknown>();
  const [options] = useState(() => startResetPassword(arrival));
  const actor = useActorRef(resetPassword, options);
  const snapshot = useSelector(actor, (state) => state);
  const { password, confirmation } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const form = useFaultFocus(snapshot.hasTag('error'));
  const emailOf = useCallback(() => '', []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: 'password.submitted' });
  };

  return (
    <FormPage>
      <Card>
        <StepHeading>{words.heading}</StepHeading>
        <p className={styles['lead']}>{words.lead}</p>
        <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
          <HindranceLine />
          <PasswordField
            label={words.password}
            hint={words.passwordHint}
            name="new-password"
            autoComplete="new-password"
            value={password}
            onChange={(typed) => actor.send({ type: 'password.changed', password: typed })}
            error={passwordError(snapshot)}
          />
          <PasswordField
            label={words.confirmation}
            name="confirm-password"
            autoComplete="new-password"
            value={confirmation}
            onChange={(typed) => actor.send({ type: 'confirmation.changed', confirmation: typed })}
          />
          <div className={styles['submit']}>
            <Button
              type="submit"
              isWide
              isBusy={isBusy}
              disabled={!isBusy && !snapshot.can({ type: 'password.submitted' })}
            >
              {words.submit}
            </Button>
            <NoticeLine tone="bad">
              {snapshot.matches({ editing: 'stale' }) && (
                <>
                  {words.stale[0]}
                  <a href="#/forgotPassword">{words.stale[1]}</a>
                </>
              )}
            </NoticeLine>
          </div>
        </form>
      </Card>
      <NoticeBoard actor={actor} notices={loginNotices} emailOf={emailOf} />
    </FormPage>
  );
}
