import { CODE_LENGTH } from '#contract/code.ts';

/** Copy of the login page. */
export const loginContent = {
  login: {
    heading: 'Log in',
    lead: 'Welcome back.',
    sessionEnded: 'Your session has ended. Please log in again.',
    email: 'Email',
    emailMissing: 'Email cannot be empty.',
    password: 'Password',
    submit: 'Log In',
    byCode: 'Sign in using email OTP',
    byPassword: 'Sign in using password',
    consentHint: 'Tick this to log in.',
    or: 'or',
    byPasskey: 'Log in with a passkey',
    passkeyChosen: 'Your passkey is ready. Agree to the terms, and you are logged in.',
    forgot: 'Forgot Password?',
    contact: ['New here, or stuck? ', 'Contact us'],
    rateLimited: 'Too many attempts. Wait a few minutes, or log in with a code.',
    send: 'Send OTP',
    verify: 'Verify',
    codeHint: `Please enter the ${CODE_LENGTH} digit OTP sent to your registered email for authentication`,
    noMail:
      'No email? Look in your spam folder, and check that this is the address you signed up with.',
  },
  offer: {
    heading: 'You are already logged in',
    lead: 'Carry on in the app.',
    toApp: 'Go to the app',
    decline: 'Log in as someone else',
  },
} as const;
