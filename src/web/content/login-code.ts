import { CODE_LENGTH } from '#contract/code.ts';

/** Copy of a code that logs in: on the login page, for a forgotten password and before a change of the account. */
export const loginCodeContent = {
  send: 'Send OTP',
  hint: `Please enter the ${CODE_LENGTH} digit OTP sent to your registered email for authentication`,
  noMail:
    'No email? Look in your spam folder, and check that this is the address you signed up with.',
} as const;
