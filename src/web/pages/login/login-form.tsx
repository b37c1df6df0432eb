import { useSelector } from '@xstate/react';
import { type ComponentType, type FormEvent, lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import { loginContent } from '#web/content/login.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import { requestCode, useOtpStatus } from '#web/forms/code-entry.tsx';
import { EmailField } from '#web/forms/email-field.tsx';
import { ScriptNote } from '#web/forms/script-note.tsx';
import styles from '#web/layout/form.module.css';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { InvitedNote } from '#web/layout/site-footer.tsx';
import { Card } from '#web/ui/card.tsx';
import { useErrorFocus } from '#web/ui/fields/use-error-focus.ts';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import type { BrowserLinkProps } from './browser-link.tsx';
import { CodeMode } from './code-mode.tsx';
import { useLinkNeed } from './hooks.ts';
import { PasswordMode } from './password-mode.tsx';

const { login: words } = loginContent;

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
      <p className={styles['lead']}>{words.lead}</p>
      {isSessionEnded && <NoticeLine tone="quiet">{words.sessionEnded}</NoticeLine>}
      <ScriptNote task="logIn" />
      <form ref={form} className={styles['form']} method="post" onSubmit={submit} noValidate>
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
      <p className={styles['aside']}>
        {words.contact[0]}
        <Link to="/demo">{words.contact[1]}</Link>
      </p>
      <InvitedNote className={styles['aside']} />
    </Card>
  );
};
