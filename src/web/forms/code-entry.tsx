import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { isCode } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import type { otpMachine } from '#machines/otp.ts';
import * as busy from '#web/content/busy.ts';
import { codeContent, waitInWords } from '#web/content/code.ts';
import { useReturn } from '#web/platform/browser-issues.ts';
import { Button } from '../ui/button.tsx';
import { CodeBoxes } from '../ui/fields/code-boxes.tsx';
import { NoticeLine } from '../ui/notice-line.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './code-entry.module.css';

const secondsUntil = (deadline: number): number =>
  Math.max(0, Math.ceil((deadline - Date.now()) / MS_PER_S));

/** Whole seconds until a deadline (epoch ms), for display only. The chart handles the deadline. */
const useSecondsLeft = (deadline: number): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(deadline));
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(deadline));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [deadline]);
  return seconds;
};

type OtpSnapshot = SnapshotFrom<typeof otpMachine>;

const isRejected = (otp: OtpSnapshot) => otp.hasTag('error');
const isVerifying = (otp: OtpSnapshot) => otp.matches({ open: { entry: 'verifying' } });
const isSending = (otp: OtpSnapshot) => otp.matches({ open: { delivery: 'sending' } });
const isWaiting = (otp: OtpSnapshot) => otp.matches({ open: { delivery: 'waiting' } });
const isReady = (otp: OtpSnapshot) => otp.matches({ open: { delivery: 'ready' } });

/** The status of the otp actor for a form; all `false` without an actor. */
export const useOtpStatus = (otp: ActorRefFrom<typeof otpMachine> | undefined) =>
  useSelector(
    otp,
    (snapshot) => ({
      /** Whether the code fields are shown. */
      hasBoxes: snapshot?.hasTag('codeEntry') ?? false,
      isSending: snapshot !== undefined && isSending(snapshot),
      isVerifying: snapshot !== undefined && isVerifying(snapshot),
      /** Whether Verify has an effect: it waits while a code is being sent. */
      canSubmit: snapshot?.can({ type: 'code.submitted' }) ?? false,
      /** Whether the first request failed and may be repeated. */
      isUnsent: snapshot?.can({ type: 'code.requested' }) ?? false,
    }),
    shallowEqual,
  );

const isRateLimited = (otp: OtpSnapshot) =>
  otp.matches({ open: { entry: { entering: 'rateLimited' } } });

type Tone = 'bad' | 'quiet';

const statusOf = (otp: OtpSnapshot, hint: string, hintTone: Tone): [text: string, tone: Tone] => {
  if (isRejected(otp)) return [codeContent.rejected, 'bad'];
  if (isRateLimited(otp))
    return [codeContent.rateLimited(waitInWords(otp.context.retryAfterS)), 'bad'];
  if (isVerifying(otp)) return [codeContent.verifying, 'quiet'];
  if (isSending(otp)) return [codeContent.sending, 'quiet'];
  return otp.context.isSent ? [hint, hintTone] : [codeContent.unsent, 'quiet'];
};

interface CodeRequester {
  send: (event: { type: 'code.requested' }) => void;
}

/** Asks for a code: the chart that invokes `otp`, or the actor itself, if its first request failed. */
export const requestCode = (
  requester: CodeRequester,
  otp: ActorRefFrom<typeof otpMachine> | undefined,
): void => (otp ?? requester).send({ type: 'code.requested' });

interface CodeEntryProps {
  otp: ActorRefFrom<typeof otpMachine>;
  /** The instruction below the code fields. */
  hint: string;
  hintTone?: Tone;
  /** The label of the resend button when it is enabled. */
  resend?: string;
}

/** Six fields for the digits of a code, its status and the resend button. */
export const CodeEntry = ({
  otp,
  hint,
  hintTone = 'quiet',
  resend = codeContent.resend,
}: CodeEntryProps) => {
  const status = useId();
  const entry = useRef<HTMLDivElement>(null);
  const snapshot = useSelector(otp, (state) => state);
  const { code, isAutoSubmit, isResumed, resendAt } = snapshot.context;
  const secondsLeft = useSecondsLeft(resendAt);
  const state = isRejected(snapshot) ? 'rejected' : isVerifying(snapshot) ? 'busy' : 'neutral';
  const [text, tone] = statusOf(snapshot, hint, hintTone);
  const submit = () => otp.send({ type: 'code.submitted' });

  useEffect(() => {
    // Focus the first field after a code request. After a reload, the focus stays on the heading.
    if (!isResumed) entry.current?.querySelector('input')?.focus();
  }, [isResumed]);

  useReturn(() => {
    // The last digit has submitted the code, and the server did not answer.
    if (isAutoSubmit && isCode(code) && !isRateLimited(snapshot)) submit();
  });

  const isResending = isSending(snapshot);
  useEffect(() => {
    // The button that had the focus is disabled meanwhile.
    if (isResending) entry.current?.querySelector('input')?.focus();
  }, [isResending]);

  return (
    <div ref={entry} className={styles['entry']}>
      <CodeBoxes
        legend={codeContent.legend}
        value={code}
        onChange={(typed) => otp.send({ type: 'code.changed', code: typed })}
        onSubmit={isAutoSubmit ? submit : undefined}
        state={state}
        describedBy={status}
      />
      <NoticeLine id={status} tone={tone}>
        {text}
      </NoticeLine>
      <div className={styles['actions']}>
        {isAutoSubmit && isCode(code) && snapshot.can({ type: 'code.submitted' }) && (
          <Button variant="quiet" onClick={submit}>
            {codeContent.retry}
          </Button>
        )}
        <Button
          variant="link"
          disabled={!snapshot.can({ type: 'resend.requested' })}
          isBusy={isSending(snapshot)}
          busyLabel={busy.sending}
          onClick={() => otp.send({ type: 'resend.requested' })}
        >
          {isWaiting(snapshot) ? `${codeContent.resendIn} ${secondsLeft}` : resend}
        </Button>
      </div>
      <VisuallyHidden>
        <span role="status">{isReady(snapshot) ? codeContent.canResend : ''}</span>
      </VisuallyHidden>
    </div>
  );
};
