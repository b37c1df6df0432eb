import { MINUTE_MS } from '#contract/durations.ts';

/** Digits in a one-time code. */
export const CODE_LENGTH = 6;
/** Time before another code can be requested for the same address. */
export const RESEND_PAUSE_MS = 30_000;
/** Time from the request until a code expires. */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS;

/** Whether a text is a complete one-time code: `CODE_LENGTH` ASCII digits, leading zeros included. */
export const isCode = (code: string): boolean =>
  code.length === CODE_LENGTH && /^[0-9]+$/.test(code);
