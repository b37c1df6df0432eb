import { PASSWORD_LENGTH_MIN } from '#contract/password.ts';

/** Copy of the new password page. */
export const newPasswordContent = {
  heading: 'Set a new password',
  lead: 'It takes effect at once and logs you out everywhere else.',
  password: 'Enter new password',
  passwordHint: `At least ${PASSWORD_LENGTH_MIN} characters. A few words that only you would put together are best.`,
  confirmation: 'Confirm new password',
  submit: 'Change Password',
  refused:
    'This password is your email, or one of the first that attackers try. Please choose another one.',
  stale: ['That took too long, so the code has expired. ', 'Ask for a new code'],
} as const;
