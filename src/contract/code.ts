import { MINUTE_MS } from '#contract/durations.ts';

/** Digits in a one-time code. */
export const CODE_LENGTH = 6;
/** Time before another code can be requested for the same address. */
export const RESEND_PAUSE_MS = 30_000;
/** Time from the request until a code expires. */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS;

/** Whether a code that was sent a pause before `resendAt` (epoch ms) may still be valid at `now`. */
export const isCodeUnexpired = (resendAt: number | undefined, now: number): resendAt is number =>
  resendAt !== undefined && resendAt + CODE_LIFETIME_MS > now;

/** Time until a code that was sent a pause before `resendAt` (epoch ms) expires, at `now`; all of it if that is unknown. */
export const codeLifeLeftMs = (resendAt: number | undefined, now: number): number => {
  const left = (resendAt ?? now + RESEND_PAUSE_MS) - RESEND_PAUSE_MS + CODE_LIFETIME_MS - now;
  // The clock may have been set since.
  return Math.min(left, CODE_LIFETIME_MS);
};

/** Whether a text is a complete one-time code: `CODE_LENGTH` ASCII digits, leading zeros included. */
export const isCode = (code: string): boolean =>
  code.length === CODE_LENGTH && /^[0-9]+$/.test(code);
