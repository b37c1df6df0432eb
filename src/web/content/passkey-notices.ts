import type { PasskeyRegistrationNotice } from '#machines/passkey-registration.ts';
import { loginCodeNotices, type Notice } from './notices.ts';

/** Notices of every change of an account. */
export const changeNotices: Record<'forbidden' | 'offline' | 'unexpected', Notice> = {
  // Only after a code; before, the page asks for one.
  forbidden: {
    shownAs: 'alert',
    text: 'That was refused, even after your code. Reload the page, then try again.',
  },
  offline: {
    shownAs: 'alert',
    text: 'The server could not be reached. Check your connection, then try again.',
  },
  unexpected: loginCodeNotices.unexpected,
};

/** Notices of the registration of a passkey. */
export const passkeyRegistrationNotices: Record<PasskeyRegistrationNotice, Notice> = {
  ...changeNotices,
  creationCancelled: {
    shownAs: 'alert',
    text: 'No passkey was created: that was cancelled, or took too long. You can try again.',
  },
  creationExists: {
    shownAs: 'alert',
    text: 'This device already has a passkey for your account. You can log in with it.',
  },
  creationOtherAccount: {
    shownAs: 'alert',
    text: 'Another account is logged in here by now. Reload the page to see which.',
  },
  creationFull: {
    shownAs: 'alert',
    text: 'Your account has as many passkeys as it can have. Remove one, then create this one.',
  },
  creationNotAllowed: {
    shownAs: 'alert',
    text: 'This browser or device does not let you create a passkey here. Try another one.',
  },
  creationRateLimited: {
    shownAs: 'alert',
    text: 'Too many attempts. Wait a few minutes, then try again.',
  },
};
