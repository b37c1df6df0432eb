import { CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import type { SendCodeResult, VerifyCodeResult } from '#machines/otp.ts';
import { callApi, type Failure, type Result, unwrap } from '../client.ts';

/** The time `seconds` from now (epoch ms). */
export const secondsFromNow = (seconds: number): number => Date.now() + seconds * MS_PER_S;

/** Whether a code that was sent a pause before `resendAt` (epoch ms) may still be valid at `now`. */
export const isCodeUnexpired = (resendAt: number | undefined, now: number): resendAt is number =>
  resendAt !== undefined && resendAt + CODE_LIFETIME_MS > now;

/** Time until a code that was sent a pause before `resendAt` (epoch ms) expires, at `now`; all of it if that is unknown. */
export const codeLifeLeftMs = (resendAt: number | undefined, now: number): number => {
  const left = (resendAt ?? now + RESEND_PAUSE_MS) - RESEND_PAUSE_MS + CODE_LIFETIME_MS - now;
  // The clock may have been set since.
  return Math.min(left, CODE_LIFETIME_MS);
};

/** The call that sends a code, which says what the code is for. */
type CodeCall = 'sendLoginCode' | 'sendSignUpCode';

const toSent = (result: Result<CodeCall>): SendCodeResult => {
  if (result.ok) return { ok: true, resendAt: secondsFromNow(result.body.retryAfter) };
  const { code, retryAfterS = 0 } = result.failure;
  if (code === 'resend_pause')
    return { ok: true, isPaused: true, isElsewhere: true, resendAt: secondsFromNow(retryAfterS) };
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

/** The pauses that this document knows, by call and address (epoch ms). */
const pauses = new Map<string, { begin: number; resendAt: number; isElsewhere: boolean }>();

const keyOf = (call: CodeCall, email: string) => `${call} ${email}`;

/** The otp chart's output for a code request. Within the pause after one, nothing is sent. */
export const requestCode = async (call: CodeCall, email: string): Promise<SendCodeResult> => {
  const now = Date.now();
  const pause = pauses.get(keyOf(call, email));
  // After the clock was set back, the pause would seem to last for long.
  if (pause && pause.begin <= now && now < pause.resendAt) {
    const { resendAt, isElsewhere } = pause;
    return { ok: true, isPaused: true, isElsewhere, resendAt };
  }
  const sent = toSent(await callApi(call, { parameters: { email } }));
  if (sent.ok) {
    const { resendAt, isElsewhere = false } = sent;
    pauses.set(keyOf(call, email), { begin: Date.now(), resendAt, isElsewhere });
  }
  return sent;
};

/** A code that was used up needs another one, whatever the pause. */
export const endPause = (call: CodeCall, email: string): void => {
  pauses.delete(keyOf(call, email));
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
