import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { isCode } from '#contract/code.ts';
import type { CodeEvent, otpMachine } from '#machines/otp.ts';
import { codeContent } from '#web/content/code.ts';
import { waitInWords } from '#web/content/wait-in-words.ts';
import { Button } from './button.tsx';
import { CodeBoxes } from './code-boxes.tsx';
import styles from './code-entry.module.css';
import { NoticeLine } from './notice-line.tsx';
import { useSecondsLeft } from './use-seconds-left.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type OtpSnapshot = SnapshotFrom<typeof otpMachine>;

const isRejected = (otp: OtpSnapshot) => otp.hasTag('error');
const isVerifying = (otp: OtpSnapshot) => otp.matches({ open: { entry: 'verifying' } });
const isSending = (otp: OtpSnapshot) => otp.matches({ open: { delivery: 'sending' } });
const isCooling = (otp: OtpSnapshot) => otp.matches({ open: { delivery: 'cooling' } });
const isReady = (otp: OtpSnapshot) => otp.matches({ open: { delivery: 'ready' } });

const isClosed = (otp: OtpSnapshot) => otp.matches({ open: { entry: { entering: 'closed' } } });

const statusOf = (otp: OtpSnapshot, hint: string): string => {
  if (isRejected(otp)) return codeContent.rejected;
  if (isClosed(otp)) return codeContent.closed(waitInWords(otp.context.retryAfterS));
  if (isVerifying(otp)) return codeContent.verifying;
  if (isSending(otp)) return codeContent.sending;
  return otp.context.isSent ? hint : codeContent.unsent;
};

interface CodeEntryProps {
  otp: ActorRefFrom<typeof otpMachine>;
  /** Takes the events to the chart that invoked `otp`, which passes them on. */
  send: (event: CodeEvent) => void;
  /** What to do with the boxes. */
  hint: string;
  /** What the button for another code says once it may be pressed. */
  resend?: string;
}

/** The six boxes while a code is on its way or typed, and the way to another one. */
export const CodeEntry = ({ otp, send, hint, resend = codeContent.resend }: CodeEntryProps) => {
  const status = useId();
  const entry = useRef<HTMLDivElement>(null);
  const snapshot = useSelector(otp, (state) => state);
  const { code, isAutomatic, isUnderWay, resendAt } = snapshot.context;
  const secondsLeft = useSecondsLeft(resendAt);
  const state = isRejected(snapshot) ? 'rejected' : isVerifying(snapshot) ? 'busy' : 'neutral';
  const submit = () => send({ type: 'code.submitted' });

  useEffect(() => {
    // Who asked for a code goes on in its boxes; who reloaded the page begins at its heading.
    if (!isUnderWay) entry.current?.querySelector('input')?.focus();
  }, [isUnderWay]);

  return (
    <div ref={entry} className={styles['entry']}>
      <CodeBoxes
        legend={codeContent.legend}
        value={code}
        onChange={(typed) => send({ type: 'code.changed', code: typed })}
        onSubmit={isAutomatic ? submit : undefined}
        state={state}
        describedBy={status}
      />
      <NoticeLine id={status} tone={isRejected(snapshot) || isClosed(snapshot) ? 'bad' : 'quiet'}>
        {statusOf(snapshot, hint)}
      </NoticeLine>
      <div className={styles['actions']}>
        {isAutomatic && isCode(code) && snapshot.can({ type: 'code.submitted' }) && (
          <Button kind="quiet" onClick={submit}>
            {codeContent.retry}
          </Button>
        )}
        <Button
          kind="link"
          disabled={!snapshot.can({ type: 'resend.requested' })}
          isBusy={isSending(snapshot)}
          onClick={() => send({ type: 'resend.requested' })}
        >
          {isCooling(snapshot) ? `${codeContent.resendIn} ${secondsLeft}` : resend}
        </Button>
      </div>
      <VisuallyHidden>
        <span role="status">{isReady(snapshot) ? codeContent.canResend : ''}</span>
      </VisuallyHidden>
    </div>
  );
};
