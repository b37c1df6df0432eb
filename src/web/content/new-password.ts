import { passwordHint } from './forms.ts';

/** Copy of the new password page. */
export const newPasswordContent = {
  heading: 'Set a new password',
  lead: 'It takes effect at once and logs you out everywhere else.',
  password: 'Enter new password',
  passwordHint,
  confirmation: 'Confirm new password',
  submit: 'Change Password',
  refused:
    'This password is your email, or one of the first that attackers try. Please choose another one.',
  stale: ['That took too long, so the code has expired. ', 'Ask for a new code'],
} as const;
