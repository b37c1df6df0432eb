import { PASSWORD_LENGTH_MIN, type PasswordError, passwordMessages } from '#contract/password.ts';

/** Copy of the login, forgotten password and new password pages. */
export const loginContent = {
  login: {
    heading: 'Log in',
    lead: 'Welcome back. Your shortlist is where you left it.',
    sessionEnded: 'Your session has ended. Please log in again.',
    email: 'Email',
    emailMissing: 'Email cannot be empty.',
    password: 'Password',
    consent: ['I agree to the ', 'Terms', ' and the ', 'Privacy Policy'],
    submit: 'Log In',
    byCode: 'Sign in using email OTP',
    byPassword: 'Sign in using password',
    byPasskey: 'Log in with a passkey',
    passkeyChosen: 'Your passkey is ready. Agree to the terms, and you are logged in.',
    forgot: 'Forgot Password?',
    contact: ['New here, or stuck? ', 'Contact us'],
    rateLimited: 'Too many attempts. Wait a few minutes, or sign in using an email OTP.',
    send: 'Send OTP',
    verify: 'Verify',
    codeHint: 'Please enter the 6 digit OTP sent to your registered email for authentication',
    noMail:
      'No email? Look in your spam folder, and check that this is the address you signed up with.',
  },
  offer: {
    heading: 'You are already signed in',
    lead: 'Carry on in the app.',
    toApp: 'Go to the app',
    decline: 'Log in as someone else',
  },
  forgot: {
    heading: 'Forgot Password?',
    lead: 'Enter your email. We will send you a code that lets you set a new password.',
    email: 'Email',
    send: 'Send OTP',
    sent: 'A six digit OTP has been sent to your email id.',
    resend: 'Resend',
    verify: 'Verify',
    back: ['Remembered it? ', 'Log In'],
  },
  reset: {
    heading: 'Set a new password',
    lead: 'It replaces the old one at once and signs you out everywhere else.',
    password: 'Enter new password',
    passwordHint: `At least ${PASSWORD_LENGTH_MIN} characters. A few words that only you would put together are best.`,
    confirmation: 'Confirm new password',
    submit: 'Change Password',
    refused:
      'This password is your email, or one of the first that attackers try. Please choose another one.',
    stale: ['That took too long, so the code has expired. ', 'Ask for a new code'],
  },
} as const;

/** Error messages of the new password field. */
export const passwordErrors: Record<PasswordError, string> = {
  tooShort: passwordMessages.tooShort,
  tooLong: passwordMessages.tooLong,
  isEmail: 'Please choose a password that is not your email address.',
};
