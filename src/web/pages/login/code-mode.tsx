import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import * as busy from '#web/content/busy.ts';
import { loginContent } from '#web/content/login.ts';
import { loginCodeContent } from '#web/content/login-code.ts';
import { CodeEntry, useOtpStatus } from '#web/forms/code-entry.tsx';
import styles from '#web/layout/form.module.css';
import { Button } from '#web/ui/button.tsx';
import { Consent, PasskeyLogin } from './passkey-login.tsx';

const { login: words } = loginContent;

/** The code fields and the buttons of the OTP mode. */
export const CodeMode = ({ actor }: { actor: ActorRefFrom<typeof loginMachine> }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { otp } = snapshot.children;
  const { hasBoxes, isSending, isVerifying, canSubmit } = useOtpStatus(otp);
  const send = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The focused button was removed, so the focus moves to Send OTP.
    if (document.activeElement === document.body) send.current?.focus();
  }, []);

  return (
    <>
      {otp && hasBoxes && (
        <div>
          <CodeEntry otp={otp} hint={loginCodeContent.hint} />
          <p className={styles['aside']}>{loginCodeContent.noMail}</p>
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
      <div className={styles['ways']}>
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
