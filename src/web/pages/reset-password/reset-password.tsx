import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { SnapshotFrom } from 'xstate';
import { type resetPasswordMachine, validateNewPassword } from '#machines/reset-password.ts';
import * as busy from '#web/content/busy.ts';
import { passwordErrors } from '#web/content/forms.ts';
import { newPasswordContent as words } from '#web/content/new-password.ts';
import { loginCodeNotices } from '#web/content/notices.ts';
import { resetPassword, resetPasswordOptions } from '#web/flows/reset-password.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import { ScriptNote } from '#web/forms/script-note.tsx';
import styles from '#web/layout/form.module.css';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { FormPage } from '#web/layout/page-shell.tsx';
import { emailOf } from '#web/routing/navigation-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PasswordField, useErrorFocus } from '#web/ui/fields/field.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';

// Fetched after the page is shown, which works without it.
const ResetPasskeys = lazy(() =>
  import('./reset-passkeys.tsx').catch(() => ({ default: () => null })),
);

const passwordError = (snapshot: SnapshotFrom<typeof resetPasswordMachine>): string | undefined => {
  if (snapshot.matches({ editing: 'refused' })) return words.refused;
  const error = validateNewPassword(snapshot.context.password);
  return snapshot.matches({ editing: 'invalid' }) && error ? passwordErrors[error] : undefined;
};

/** The page for a new password. The navigation state contains the account. */
export default function ResetPassword() {
  const navigationState = useHistoryState<unknown>();
  const [options] = useState(() => resetPasswordOptions(navigationState));
  const actor = useActorRef(resetPassword, options);
  const snapshot = useSelector(actor, (state) => state);
  const { password, confirmation } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const form = useErrorFocus(snapshot.hasTag('error'));
  const email = emailOf(navigationState);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: 'password.submitted' });
  };

  return (
    <FormPage>
      <Card>
        <PageHeading>{words.heading}</PageHeading>
        <p className={styles['lead']}>{words.lead}</p>
        <ScriptNote task="newPassword" />
        <form ref={form} className={styles['form']} method="post" onSubmit={submit} noValidate>
          <BrowserIssues />
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
          <Suspense>{email && <ResetPasskeys email={email} />}</Suspense>
          <div className={styles['submit']}>
            <Button
              type="submit"
              isWide
              isBusy={isBusy}
              busyLabel={busy.changing}
              disabled={!isBusy && !snapshot.can({ type: 'password.submitted' })}
            >
              {words.submit}
            </Button>
            <NoticeLine tone="bad">
              {snapshot.matches({ editing: 'stale' }) && (
                <>
                  {words.stale[0]}
                  <Link to="/forgotPassword">{words.stale[1]}</Link>
                </>
              )}
            </NoticeLine>
          </div>
        </form>
      </Card>
      <NoticeBoard actor={actor} notices={loginCodeNotices} />
    </FormPage>
  );
}
