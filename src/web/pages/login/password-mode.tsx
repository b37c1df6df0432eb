import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import { loginContent } from '#web/content/login.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import styles from '../form.module.css';
import { Consent } from './consent.tsx';

const { login: words } = loginContent;

/** Password mode. */
export const PasswordMode = ({ actor }: { actor: ActorRefFrom<typeof loginMachine> }) => {
  const snapshot = useSelector(actor, (state) => state);
  const isBusy = snapshot.hasTag('busy');
  const isClosed = snapshot.matches({ open: { mode: { password: { editing: 'closed' } } } });
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
          disabled={!isBusy && !snapshot.can({ type: 'login.submitted' })}
        >
          {words.submit}
        </Button>
        <NoticeLine tone="bad">{isClosed && words.closed}</NoticeLine>
      </div>
      <div className={styles['ways']}>
        <Button kind="link" onClick={() => actor.send({ type: 'code.requested' })}>
          {words.byCode}
        </Button>
        <ButtonLink kind="link" href="#/forgotPassword">
          {words.forgot}
        </ButtonLink>
      </div>
    </>
  );
};
