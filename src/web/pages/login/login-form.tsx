import { useSelector } from '@xstate/react';
import { type ComponentType, type FormEvent, lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import * as busy from '#web/content/busy.ts';
import { loginContent } from '#web/content/login.ts';
import { loginCodeContent } from '#web/content/login-code.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import { CodeEntry, requestCode, useOtpStatus } from '#web/forms/code-entry.tsx';
import { EmailField } from '#web/forms/email-field.tsx';
import { ScriptNote } from '#web/forms/script-note.tsx';
import formStyles from '#web/layout/form.module.css';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { InvitedNote } from '#web/layout/site-footer.tsx';
import { useReturn } from '#web/platform/browser-issues.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { PasswordField, useErrorFocus } from '#web/ui/fields/field.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import type { BrowserLinkProps } from './browser-link.tsx';
import { useLinkNeed } from './hooks.ts';
import { Consent, PasskeyLogin } from './passkey-login.tsx';

const { login: words } = loginContent;

/** The code fields and the buttons of the OTP mode. */
const CodeMode = ({ actor }: { actor: ActorRefFrom<typeof loginMachine> }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { otp } = snapshot.children;
  const { hasBoxes, isSending, isVerifying, canSubmit } = useOtpStatus(otp);
  const send = useRef<HTMLButtonElement>(null);
  // The chart ignores it, unless the first request has failed.
  useReturn(() => otp?.send({ type: 'code.requested' }));

  useEffect(() => {
    // The focused button was removed, so the focus moves to Send OTP.
    if (document.activeElement === document.body) send.current?.focus();
  }, []);

  return (
    <>
      {otp && hasBoxes && (
        <div>
          <CodeEntry otp={otp} hint={loginCodeContent.hint} />
          <p className={formStyles['aside']}>{loginCodeContent.noMail}</p>
        </div>
      )}
      <Consent actor={actor} isBusy={isVerifying} />
      {hasBoxes ? (
        <Button
          type="submit"
          isWide
          isBusy={isVerifying}
          busyLabel={busy.checking}
          disabled={!isVerifying && !(canSubmit && snapshot.can({ type: 'code.submitted' }))}
        >
          {words.verify}
        </Button>
      ) : (
        <Button ref={send} type="submit" isWide isBusy={isSending} busyLabel={busy.sending}>
          {loginCodeContent.send}
        </Button>
      )}
      <div className={formStyles['ways']}>
        <Button
          variant="link"
          disabled={isVerifying}
          onClick={() => actor.send({ type: 'password.requested' })}
        >
          {words.byPassword}
        </Button>
      </div>
      <PasskeyLogin actor={actor} isDisabled={isVerifying} />
    </>
  );
};

/** The password field and the buttons of the password mode. */
const PasswordMode = ({ actor }: { actor: ActorRefFrom<typeof loginMachine> }) => {
  const snapshot = useSelector(actor, (state) => state);
  const isBusy = snapshot.hasTag('busy');
  const isRateLimited = snapshot.matches({
    open: { mode: { password: { editing: 'rateLimited' } } },
  });
  return (
    <>
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="current-password"
        value={snapshot.context.password}
        onChange={(password) => actor.send({ type: 'password.changed', password })}
      />
      <Consent actor={actor} isBusy={isBusy} />
      <div className={formStyles['submit']}>
        <Button
          type="submit"
          isWide
          isBusy={isBusy}
          busyLabel={busy.loggingIn}
          disabled={!isBusy && !snapshot.can({ type: 'login.submitted' })}
        >
          {words.submit}
        </Button>
        <NoticeLine tone="bad">{isRateLimited && words.rateLimited}</NoticeLine>
      </div>
      <div className={formStyles['ways']}>
        <Button variant="link" onClick={() => actor.send({ type: 'code.requested' })}>
          {words.byCode}
        </Button>
        <Link
          to="/forgotPassword"
          state={{ email: snapshot.context.email }}
          className={buttonClass({ variant: 'link' })}
        >
          {words.forgot}
        </Link>
      </div>
      <PasskeyLogin actor={actor} isDisabled={isBusy} />
    </>
  );
};

// Few visitors need it. Without it, the page says what else helps.
const BrowserLink = lazy(
  (): Promise<{ default: ComponentType<BrowserLinkProps> }> =>
    import('./browser-link.tsx').catch(() => ({ default: () => null })),
);

interface LoginFormProps {
  actor: ActorRefFrom<typeof loginMachine>;
  /** Whether the visitor was redirected here because the session ended. */
  isSessionEnded: boolean;
}

/** The login form: email address, password or code, consent. */
export const LoginForm = ({ actor, isSessionEnded }: LoginFormProps) => {
  const snapshot = useSelector(actor, (state) => state);
  const { otp } = snapshot.children;
  const isMissing = snapshot.hasTag('missing');
  const isCodeMode = snapshot.matches({ open: { mode: 'code' } });
  const { hasBoxes, isVerifying } = useOtpStatus(otp);
  const { token, isNeeded } = useLinkNeed(actor);
  const form = useErrorFocus(isMissing);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isCodeMode) actor.send({ type: 'login.submitted' });
    else if (hasBoxes) actor.send({ type: 'code.submitted' });
    else requestCode(actor, otp);
  };

  const link = isNeeded && (
    <Suspense fallback={null}>
      <BrowserLink key={token} token={token} email={snapshot.context.email} />
    </Suspense>
  );

  return (
    <Card>
      <PageHeading>{words.heading}</PageHeading>
      <p className={formStyles['lead']}>{words.lead}</p>
      {isSessionEnded && <NoticeLine tone="quiet">{words.sessionEnded}</NoticeLine>}
      <ScriptNote task="logIn" />
      <form ref={form} className={formStyles['form']} method="post" onSubmit={submit} noValidate>
        <BrowserIssues />
        {token !== undefined && link}
        <EmailField
          label={words.email}
          autoComplete="username webauthn"
          readOnly={isVerifying}
          value={snapshot.context.email}
          onChange={(email) => actor.send({ type: 'email.changed', email })}
          error={isMissing ? words.emailMissing : undefined}
        />
        {isCodeMode ? <CodeMode actor={actor} /> : <PasswordMode actor={actor} />}
        {token === undefined && link}
      </form>
      <p className={formStyles['aside']}>
        {words.contact[0]}
        <Link to="/demo">{words.contact[1]}</Link>
      </p>
      <InvitedNote className={formStyles['aside']} />
    </Card>
  );
};
