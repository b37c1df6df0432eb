import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import { loginContent } from '#web/content/login.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeEntry } from '#web/ui/code-entry.tsx';
import { useCodePhase } from '#web/ui/use-code-phase.ts';
import { useIsVerifying } from '#web/ui/use-is-verifying.ts';
import styles from '../form.module.css';
import { Consent } from './consent.tsx';

const { login: words } = loginContent;

/** OTP mode. */
export const CodeMode = ({ actor }: { actor: ActorRefFrom<typeof loginMachine> }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { otp } = snapshot.children;
  const isBusy = useIsVerifying(otp);
  const phase = useCodePhase(otp);
  const send = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The link that led here went away under the focus.
    if (document.activeElement === document.body) send.current?.focus();
  }, []);

  return (
    <>
      {otp && phase === 'sent' && (
        <div>
          <CodeEntry otp={otp} send={actor.send} hint={words.codeHint} />
          <p className={styles['aside']}>{words.noMail}</p>
        </div>
      )}
      <Consent actor={actor} isBusy={isBusy} />
      {phase === 'sent' ? (
        <Button
          type="submit"
          isWide
          isBusy={isBusy}
          disabled={!snapshot.can({ type: 'code.submitted' })}
        >
          {words.verify}
        </Button>
      ) : (
        <Button ref={send} type="submit" isWide isBusy={phase === 'sending'}>
          {words.send}
        </Button>
      )}
      <div className={styles['ways']}>
        <Button
          kind="link"
          disabled={isBusy}
          onClick={() => actor.send({ type: 'password.requested' })}
        >
          {words.byPassword}
        </Button>
      </div>
    </>
  );
};
