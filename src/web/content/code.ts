/** Copy of the one-time code entry, in every flow. */
export const codeContent = {
  legend: 'Verification code',
  sending: 'Sending the code …',
  verifying: 'Checking the code …',
  unsent: 'We sent no new code. The last one you received may still work.',
  rejected: 'Invalid OTP',
  rateLimited: (wait: string) =>
    `Too many attempts. Please wait ${wait}, then verify the code again or ask for another one.`,
  resend: 'Resend OTP',
  resendIn: 'Resend in',
  canResend: 'You can ask for another code now.',
  retry: 'Check again',
} as const;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

const withUnit = (count: number, unit: string): string =>
  count === 1 ? `${count} ${unit}` : `${count} ${unit}s`;

/**
 * A duration in the largest unit that fits, rounded up: `40 seconds`, `5 minutes`, `1 hour`; `a moment`
 * for 0.
 */
export const waitInWords = (seconds: number): string => {
  if (seconds <= 0) return 'a moment';
  const whole = Math.ceil(seconds);
  if (whole < MINUTE_S) return withUnit(whole, 'second');
  const minutes = Math.ceil(whole / MINUTE_S);
  return whole < HOUR_S ? withUnit(minutes, 'minute') : withUnit(Math.ceil(whole / HOUR_S), 'hour');
};
