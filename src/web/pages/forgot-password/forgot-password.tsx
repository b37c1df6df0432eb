import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useCallback, useState } from 'react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import * as busy from '#web/content/busy.ts';
import { forgotPasswordContent as words } from '#web/content/forgot-password.ts';
import { loginCodeContent } from '#web/content/login-code.ts';
import { loginCodeNotices } from '#web/content/notices.ts';
import { forgotPassword, forgotPasswordOptions } from '#web/flows/forgot-password.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import { CodeEntry, requestCode, useOtpStatus } from '#web/forms/code-entry.tsx';
import { EmailField } from '#web/forms/email-field.tsx';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import { ScriptNote } from '#web/forms/script-note.tsx';
import styles from '#web/layout/form.module.css';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { FormPage } from '#web/layout/page-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** The page for a forgotten password: verifies the email address with a code. */
export default function ForgotPassword() {
  const navigationState = useHistoryState<unknown>();
  const [options] = useState(() => forgotPasswordOptions(navigationState));
  const actor = useActorRef(forgotPassword, options);
  const snapshot = useSelector(actor, (state) => state);
  const { otp } = snapshot.children;
  const { hasBoxes, isSending, isUnsent, isVerifying } = useOtpStatus(otp);
  const emailOf = useCallback(() => actor.getSnapshot().context.email.trim(), [actor]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (otp && hasBoxes) otp.send({ type: 'code.submitted' });
    else requestCode(actor, otp);
  };

  return (
    <FormPage>
      <Card>
        <PageHeading>{words.heading}</PageHeading>
        <p className={styles['lead']}>{words.lead}</p>
        <ScriptNote task="newPassword" />
        <form className={styles['form']} method="post" onSubmit={submit} noValidate>
          <BrowserIssues />
          <EmailField
            label={words.email}
            autoComplete="username"
            readOnly={isVerifying}
            value={snapshot.context.email}
            onChange={(email) => actor.send({ type: 'email.changed', email })}
          />
          {otp && hasBoxes ? (
            <>
              <div>
                <CodeEntry otp={otp} hint={words.sent} resend={words.resend} />
                <p className={styles['aside']}>{loginCodeContent.noMail}</p>
              </div>
              <Button type="submit" isWide isBusy={isVerifying} busyLabel={busy.checking}>
                {words.verify}
              </Button>
            </>
          ) : (
            <Button
              type="submit"
              isWide
              isBusy={isSending}
              busyLabel={busy.sending}
              disabled={!isSending && !isUnsent && !snapshot.can({ type: 'code.requested' })}
            >
              {loginCodeContent.send}
            </Button>
          )}
        </form>
        <p className={styles['aside']}>
          {words.back[0]}
          <Link to="/login" state={{ email: snapshot.context.email }}>
            {words.back[1]}
          </Link>
        </p>
      </Card>
      <NoticeBoard actor={actor} notices={loginCodeNotices} emailOf={emailOf} />
    </FormPage>
  );
}
