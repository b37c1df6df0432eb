import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import * as busy from '#web/content/busy.ts';
import { loginContent } from '#web/content/login.ts';
import { ConsentWords } from '#web/forms/script-note.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { usePasskey } from './hooks.ts';
import styles from './passkey-login.module.css';

const { login: words } = loginContent;
const HINT = 'consent-hint';

interface PasskeyLoginProps {
  actor: ActorRefFrom<typeof loginMachine>;
  /** Whether another login is under way. */
  isDisabled: boolean;
}

/** The button of a login by passkey, where the browser has passkeys. */
export const PasskeyLogin = ({ actor, isDisabled }: PasskeyLoginProps) => {
  const canRequest = useSelector(actor, (snapshot) => snapshot.can({ type: 'passkey.requested' }));
  const { isHidden, isBusy } = usePasskey(actor);
  if (isHidden) return null;
  return (
    <div className={styles['login']}>
      <p className={styles['or']}>
        <span>{words.or}</span>
      </p>
      <Button
        variant="quiet"
        isWide
        isBusy={isBusy}
        busyLabel={busy.loggingIn}
        disabled={isDisabled || (!isBusy && !canRequest)}
        onClick={() => actor.send({ type: 'passkey.requested' })}
      >
        {words.byPasskey}
      </Button>
    </div>
  );
};

interface ConsentProps {
  actor: ActorRefFrom<typeof loginMachine>;
  /** Whether a request is pending, which disables the checkbox. */
  isBusy: boolean;
}

/** The consent checkbox that a login requires in both modes. A chosen passkey waits for it. */
export const Consent = ({ actor, isBusy }: ConsentProps) => {
  const isGiven = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { consent: 'given' } }),
  );
  const { isWaitingForConsent } = usePasskey(actor);
  return (
    <div className={styles['consent']}>
      <Checkbox
        name="consent"
        describedBy={isGiven ? undefined : HINT}
        disabled={isBusy}
        checked={isGiven}
        onChange={(isTicked) =>
          actor.send({ type: isTicked ? 'consent.given' : 'consent.withdrawn' })
        }
      >
        <ConsentWords />
      </Checkbox>
      {!isWaitingForConsent && (
        <p id={HINT} className={styles['hint']}>
          {words.consentHint}
        </p>
      )}
      <NoticeLine id={isWaitingForConsent ? HINT : undefined} tone="quiet">
        {isWaitingForConsent && words.passkeyChosen}
      </NoticeLine>
    </div>
  );
};
