/** Copy of the one-time code entry, in every flow. */
export const codeContent = {
  legend: 'Verification code',
  sending: 'Sending the code …',
  verifying: 'Checking the code …',
  unsent: 'No new code was sent. One that you have already received may still be valid.',
  rejected: 'Invalid OTP',
  rateLimited: (wait: string) =>
    `Too many attempts. Please wait ${wait}, then verify the code again or ask for another one.`,
  resend: 'Resend OTP',
  resendIn: 'Resend in',
  canResend: 'You can ask for another code now.',
  retry: 'Check again',
} as const;
