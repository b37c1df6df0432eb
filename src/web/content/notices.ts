import type { LoginNotice } from '#machines/login.ts';
import type { OtpNotice } from '#machines/otp.ts';
import type { PasskeyNotice } from '#machines/passkey.ts';
import type { PasskeyRegistrationNotice } from '#machines/passkey-registration.ts';

/**
 * Text of a chart's notice, and where it appears: in a toast for a success (`status`) or a failure
 * (`alert`), in a dialog, or beside the field. `{email}` is replaced by the address.
 */
export interface Notice {
  shownAs: 'status' | 'alert' | 'dialog' | 'field';
  text: string;
  /** A second line of a dialog: what the visitor need not do again. Only where the page has an address. */
  detail?: string | undefined;
}

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
  unexpected: { shownAs: 'dialog', text: 'Something went wrong. Please try again.' },
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

/** Notices of login and forgotten password. `trye` is the required wording. */
export const loginNotices: Record<
  OtpNotice | LoginNotice | PasskeyNotice | PasskeyRegistrationNotice,
  Notice
> = {
  ...passkeyRegistrationNotices,
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
  codeSent: { shownAs: 'status', text: 'OTP has been sent to {email}' },
  codeNotSent: {
    shownAs: 'dialog',
    text: 'Could not send OTP, please trye again',
    detail: 'Your address is kept.',
  },
  emailRegistered: { shownAs: 'field', text: '' },
  wrongPassword: { shownAs: 'dialog', text: 'Wrong email or password' },
};
