import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import * as busy from '#web/content/busy.ts';
import { loginContent } from '#web/content/login.ts';
import styles from '#web/layout/form.module.css';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { Consent, PasskeyLogin } from './passkey-login.tsx';

const { login: words } = loginContent;

/** The password field and the buttons of the password mode. */
export const PasswordMode = ({ actor }: { actor: ActorRefFrom<typeof loginMachine> }) => {
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
      <div className={styles['submit']}>
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
      <div className={styles['ways']}>
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
