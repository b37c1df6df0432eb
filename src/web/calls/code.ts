import type { CodeSentAnswer } from '#contract/answers.ts';
import type { Sent } from '#machines/otp.ts';
import { type Answer, bodyOf } from '../api.ts';

/** Seconds from now as a moment (epoch ms). */
export const momentIn = (seconds: number): number => Date.now() + seconds * 1000;

/** What the answer to a request for a code means to the otp chart. */
export const sentOf = (answer: Answer<CodeSentAnswer>): Sent => {
  if (answer.ok) return { ok: true, resendAt: momentIn(answer.body.retryAfter) };
  const { code, retryAfterS = 0 } = answer.failure;
  if (code === 'email_registered')
    return { ok: false, notice: 'emailRegistered', isRefused: true, resendAt: 0 };
  if (code === 'too_many_requests')
    return { ok: false, notice: 'codeNotSent', isRefused: false, resendAt: momentIn(retryAfterS) };
  return bodyOf(answer);
};
