import type { LoginNotice } from '#machines/login.ts';
import type { OtpNotice } from '#machines/otp.ts';
import type { PasskeyNotice } from '#machines/passkey.ts';
import type { PasskeyRegistrationNotice } from '#machines/passkey-registration.ts';
import { loginCodeNotices, type Notice } from './notices.ts';
import { passkeyRegistrationNotices } from './passkey-notices.ts';

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
    verify: 'Verify',
  },
  offer: {
    heading: 'You are already logged in',
    lead: 'Carry on in the app.',
    toApp: 'Go to the app',
    decline: 'Log in as someone else',
  },
} as const;

/** Notices of the login page. */
export const loginNotices: Record<
  OtpNotice | LoginNotice | PasskeyNotice | PasskeyRegistrationNotice,
  Notice
> = {
  ...passkeyRegistrationNotices,
  ...loginCodeNotices,
  passkeyCancelled: {
    shownAs: 'alert',
    text: 'No passkey was used. Try again, or log in with your password or a code.',
  },
  passkeyUnknown: {
    shownAs: 'alert',
    text: 'This passkey did not work. It may have been removed here, or waited too long. Try again, or log in with your password or a code.',
  },
  passkeyNotAllowed: {
    shownAs: 'alert',
    text: 'This browser does not let you use a passkey here. Log in with your password or a code.',
  },
  passkeyRateLimited: {
    shownAs: 'alert',
    text: 'Too many attempts. Wait a few minutes, or log in with your password or a code.',
  },
  emailMissing: { shownAs: 'alert', text: 'Please enter the email before sending the OTP' },
  rateLimited: { shownAs: 'alert', text: loginContent.login.rateLimited },
  wrongPassword: { shownAs: 'dialog', text: 'Wrong email or password' },
};
