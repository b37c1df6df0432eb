import { MS_PER_S } from '#contract/durations.ts';
import type { SendCodeResult, VerifyCodeResult } from '#machines/otp.ts';
import { type Failure, type Result, unwrap } from '../client.ts';

/** The time `seconds` from now (epoch ms). */
export const secondsFromNow = (seconds: number): number => Date.now() + seconds * MS_PER_S;

/** The otp chart's output for a code request. */
export const toSent = (
  result: Result<'sendSignUpCode'> | Result<'sendLoginCode'>,
): SendCodeResult => {
  if (result.ok) return { ok: true, resendAt: secondsFromNow(result.body.retryAfter) };
  const { code, retryAfterS = 0 } = result.failure;
  if (code === 'resend_pause')
    return { ok: true, isPaused: true, resendAt: secondsFromNow(retryAfterS) };
  if (code === 'email_registered')
    return { ok: false, notice: 'emailRegistered', isRefused: true, resendAt: 0 };
  if (code === 'too_many_requests')
    return {
      ok: false,
      notice: 'codeNotSent',
      isRefused: false,
      resendAt: secondsFromNow(retryAfterS),
    };
  return unwrap(result);
};

/**
 * The otp chart's output for a failed verification.
 * @param refused the error codes of a wrong code
 */
export const toVerificationFailure = (
  result: { ok: false; failure: Failure },
  refused: ReadonlySet<Failure['code']>,
): VerifyCodeResult => {
  const { code, retryAfterS = 0 } = result.failure;
  if (code === 'too_many_requests') return { ok: false, isRateLimited: true, retryAfterS };
  return refused.has(code) ? { ok: false } : unwrap(result);
};
