import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { reauthenticationMachine } from '#machines/reauthentication.ts';
import * as busy from '#web/content/busy.ts';
import { loginCodeContent } from '#web/content/login-code.ts';
import { reauthenticationContent as words } from '#web/content/reauthentication.ts';
import { Button } from '../ui/button.tsx';
import { CodeEntry, useOtpStatus } from './code-entry.tsx';
import styles from './reauthentication.module.css';

interface ReauthenticationProps {
  actor: ActorRefFrom<typeof reauthenticationMachine>;
}

/** The code fields that stand in place of a change until the user has logged in again. */
export const Reauthentication = ({ actor }: ReauthenticationProps) => {
  const id = useId();
  const heading = useRef<HTMLParagraphElement>(null);
  const email = useSelector(actor, ({ context }) => context.email);
  const otp = useSelector(actor, ({ children }) => children.otp);
  const { hasBoxes, isSending, isVerifying } = useOtpStatus(otp);

  useEffect(() => {
    // The pressed button was removed. The first code field takes the focus when the code is sent.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: the code fields are a fieldset of their own
    <div role="group" aria-labelledby={id} className={styles['reauthentication']}>
      <div>
        <p id={id} ref={heading} tabIndex={-1} className={styles['heading']}>
          {words.heading}
        </p>
        <p>{words.lead.join(email)}</p>
      </div>
      {otp && hasBoxes && <CodeEntry otp={otp} hint={loginCodeContent.hint} />}
      <div className={styles['actions']}>
        {!hasBoxes && (
          <Button
            isBusy={isSending}
            busyLabel={busy.sending}
            onClick={() => otp?.send({ type: 'code.requested' })}
          >
            {loginCodeContent.send}
          </Button>
        )}
        <Button
          variant="quiet"
          disabled={isVerifying}
          onClick={() => actor.send({ type: 'reauthentication.cancelled' })}
        >
          {words.cancel}
        </Button>
      </div>
    </div>
  );
};
