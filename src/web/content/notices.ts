import type { AboutNotice } from '#machines/about-step.ts';
import type { CheckoutScriptNotice } from '#machines/checkout-script.ts';
import type { LoginNotice } from '#machines/login.ts';
import type { OtpNotice } from '#machines/otp.ts';
import type { PasskeyNotice } from '#machines/passkey.ts';
import type { PasskeyListNotice } from '#machines/passkey-list.ts';
import type { PasskeyRegistrationNotice } from '#machines/passkey-registration.ts';

/**
 * Text of a chart's notice, and where it appears: in a toast for a success (`status`) or a failure
 * (`alert`), in a dialog, or beside the field. `{email}` is replaced by the address.
 */
export interface Notice {
  shownAs: 'status' | 'alert' | 'dialog' | 'field';
  text: string;
}

/** Notices of the sign-up. */
export const signUpNotices: Record<
  OtpNotice | AboutNotice | 'emailMissing' | 'accountNotCreated' | 'ticketEnded',
  Notice
> = {
  emailMissing: { shownAs: 'alert', text: 'Please enter the email before sending the OTP' },
  codeSent: { shownAs: 'status', text: 'OTP has been sent to {email}' },
  codeNotSent: {
    shownAs: 'dialog',
    text: "Invitation mail can't be sent Please try again.",
  },
  emailRegistered: { shownAs: 'field', text: 'This Email is already registered' },
  accountNotCreated: { shownAs: 'alert', text: 'Error creating company or user.' },
  defaultCredentials: {
    shownAs: 'alert',
    text: 'Login failed. Please check default credentials.',
  },
  unexpected: { shownAs: 'alert', text: 'Something went wrong. Please try again.' },
  passwordSet: { shownAs: 'status', text: 'Password updated successfully!' },
  acceptedBefore: {
    shownAs: 'alert',
    text: 'Your account was set up a moment ago, perhaps in another tab. Use the password that was set first.',
  },
  ticketEnded: {
    shownAs: 'dialog',
    text: 'An email stays verified for two hours, or until another one is verified in this browser. Please verify it again.',
  },
};

/** Notices of the registration of a passkey. */
const passkeyRegistrationNotices: Record<PasskeyRegistrationNotice, Notice> = {
  creationCancelled: {
    shownAs: 'alert',
    text: 'No passkey was created: that was cancelled, or took too long. You can try again.',
  },
  creationExists: {
    shownAs: 'alert',
    text: 'This device already has a passkey for your account. You can log in with it.',
  },
  creationStale: {
    shownAs: 'alert',
    text: 'It is a while since you logged in. Log in again, then create the passkey.',
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
  offline: {
    shownAs: 'alert',
    text: 'The server could not be reached. Check your connection, then try again.',
  },
  unexpected: { shownAs: 'dialog', text: 'Something went wrong. Please try again.' },
};

/** Notices of the passkeys on the signed-in page, in a line below their heading. */
export const passkeyListNotices: Record<PasskeyListNotice | PasskeyRegistrationNotice, Notice> = {
  ...passkeyRegistrationNotices,
  passkeyAdded: { shownAs: 'status', text: 'The passkey was added.' },
  passkeyRenamed: { shownAs: 'status', text: 'The passkey was renamed.' },
  passkeyRemoved: { shownAs: 'status', text: 'The passkey was removed.' },
  lastWayIn: {
    shownAs: 'alert',
    text: 'This passkey is your only way to log in. Set a password first.',
  },
  gone: { shownAs: 'alert', text: 'This passkey was removed before, perhaps in another tab.' },
  sessionTooOld: {
    shownAs: 'alert',
    text: 'You logged in more than ten minutes ago. Log out and log in again, then change your passkeys.',
  },
  rateLimited: { shownAs: 'alert', text: 'Too many changes. Wait a few minutes, then try again.' },
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
  codeNotSent: { shownAs: 'dialog', text: 'Could not send OTP, please trye again' },
  emailRegistered: { shownAs: 'field', text: '' },
  wrongPassword: { shownAs: 'dialog', text: 'Wrong email or password' },
};

/** Notices of both demo forms. */
export const demoNotices: Record<'demoNotSent', Notice> = {
  demoNotSent: { shownAs: 'dialog', text: 'Something went wrong, please try again later' },
};

/** Notices of the payment script. The text of `notReady` is the required wording. */
export const paymentNotices: Record<CheckoutScriptNotice, Notice> = {
  scriptNotLoaded: { shownAs: 'alert', text: 'The payment script could not be loaded.' },
  unknown: { shownAs: 'alert', text: 'Unknown Error' },
  notReady: { shownAs: 'alert', text: 'Razorpay Instance in not ready' },
};
