import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import { loginContent } from '#web/content/login.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './passkey-login.module.css';
import { usePasskey } from './use-passkey.ts';

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
      <Button
        variant="quiet"
        isWide
        isBusy={isBusy}
        disabled={isDisabled || (!isBusy && !canRequest)}
        onClick={() => actor.send({ type: 'passkey.requested' })}
      >
        {loginContent.login.byPasskey}
      </Button>
    </div>
  );
};
