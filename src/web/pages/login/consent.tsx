import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import { loginContent } from '#web/content/login.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import styles from './passkey-login.module.css';
import { usePasskey } from './use-passkey.ts';

const { login: words } = loginContent;

interface ConsentProps {
  actor: ActorRefFrom<typeof loginMachine>;
  /** Whether a request is pending, which disables the checkbox. */
  isBusy: boolean;
}

/** The consent checkbox that a login requires in both modes. A chosen passkey waits for it. */
export const Consent = ({ actor, isBusy }: ConsentProps) => (
  <div className={styles['consent']}>
    <Checkbox
      name="consent"
      disabled={isBusy}
      checked={useSelector(actor, (snapshot) => snapshot.matches({ open: { consent: 'given' } }))}
      onChange={(isGiven) => actor.send({ type: isGiven ? 'consent.given' : 'consent.withdrawn' })}
    >
      {words.consent[0]}
      <Link to="/terms">{words.consent[1]}</Link>
      {words.consent[2]}
      <Link to="/privacy">{words.consent[3]}</Link>
    </Checkbox>
    <NoticeLine tone="quiet">
      {usePasskey(actor).isWaitingForConsent && words.passkeyChosen}
    </NoticeLine>
  </div>
);
