import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { isCode } from '#contract/code.ts';
import type { otpMachine } from '#machines/otp.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeBoxes } from '#web/ui/code-boxes.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { useSecondsLeft } from '#web/ui/use-seconds-left.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './code-entry.module.css';

const { code: words } = signUpContent;

type OtpSnapshot = SnapshotFrom<typeof otpMachine>;

const isRejected = (otp: OtpSnapshot) => otp.hasTag('error');
const isVerifying = (otp: OtpSnapshot) => otp.matches({ open: { entry: 'verifying' } });
const isSending = (otp: OtpSnapshot) => otp.matches({ open: { delivery: 'sending' } });
const isReady = (otp: OtpSnapshot) => otp.matches({ open: { delivery: 'ready' } });
const isCooling = (otp: OtpSnapshot) => otp.matches({ open: { delivery: 'cooling' } });

const statusOf = (otp: OtpSnapshot): string => {
  if (isRejected(otp)) return words.rejected;
  if (isVerifying(otp)) return words.verifying;
  return isSending(otp) ? words.sending : words.entering;
};

/** The six boxes while a code is on its way or typed, and the way to another one. */
export const CodeEntry = ({ otp }: { otp: ActorRefFrom<typeof otpMachine> }) => {
  const status = useId();
  const entry = useRef<HTMLDivElement>(null);
  const snapshot = useSelector(otp, (state) => state);
  const { code, isUnderWay, resendAt } = snapshot.context;
  const secondsLeft = useSecondsLeft(resendAt);
  const state = isRejected(snapshot) ? 'rejected' : isVerifying(snapshot) ? 'busy' : 'neutral';
  const canCheckAgain = isCode(code) && snapshot.can({ type: 'code.submitted' });

  useEffect(() => {
    // Who asked for a code goes on in its boxes; who reloaded the page begins at its heading.
    if (!isUnderWay) entry.current?.querySelector('input')?.focus();
  }, [isUnderWay]);

  return (
    <div ref={entry} className={styles['entry']}>
      <CodeBoxes
        legend={words.legend}
        value={code}
        onChange={(typed) => otp.send({ type: 'code.changed', code: typed })}
        onSubmit={() => otp.send({ type: 'code.submitted' })}
        state={state}
        describedBy={status}
      />
      <NoticeLine id={status} tone={isRejected(snapshot) ? 'bad' : 'quiet'}>
        {statusOf(snapshot)}
      </NoticeLine>
      <div className={styles['actions']}>
        {canCheckAgain && (
          <Button kind="quiet" onClick={() => otp.send({ type: 'code.submitted' })}>
            {words.retry}
          </Button>
        )}
        <Button
          kind="link"
          disabled={!snapshot.can({ type: 'resend.requested' })}
          isBusy={isSending(snapshot)}
          onClick={() => otp.send({ type: 'resend.requested' })}
        >
          {isCooling(snapshot) ? `${words.resendIn} ${secondsLeft}` : words.resend}
        </Button>
      </div>
      <VisuallyHidden>
        <span role="status">{isReady(snapshot) ? words.canResend : ''}</span>
      </VisuallyHidden>
    </div>
  );
};
