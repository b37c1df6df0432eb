import type { CodeSentAnswer } from '#contract/answers.ts';
import type { Sent, Verified } from '#machines/otp.ts';
import { type Answer, bodyOf, type Failure } from '../api.ts';

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

/**
 * What a refusal of a code means to the otp chart.
 *
 * @param refused the answers to a code that doesn't hold
 */
export const refusalOf = (
  answer: { ok: false; failure: Failure },
  refused: ReadonlySet<Failure['code']>,
): Verified => {
  const { code, retryAfterS = 0 } = answer.failure;
  if (code === 'too_many_requests') return { ok: false, isClosed: true, retryAfterS };
  return refused.has(code) ? { ok: false } : bodyOf(answer);
};
