import type { CheckoutScriptNotice } from '#machines/checkout-script.ts';
import type { LoginNotice } from '#machines/login.ts';
import type { OtpNotice } from '#machines/otp.ts';
import type { SignUpNotice } from '#machines/sign-up.ts';

/**
 * How a notice of a chart is worded and shown: a toast that something went well (`status`) or failed
 * (`alert`), a dialog, or nowhere but beside the field. `{email}` stands for the address.
 */
export interface Notice {
  shownAs: 'status' | 'alert' | 'dialog' | 'field';
  text: string;
}

/** What the sign-up says. */
export const signUpNotices: Record<
  OtpNotice | SignUpNotice | 'emailMissing' | 'accountNotCreated',
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

/** What the login and the forgotten password say (the spelling in a failed send is given, and stays). */
export const loginNotices: Record<OtpNotice | LoginNotice, Notice> = {
  emailMissing: { shownAs: 'alert', text: 'Please enter the email before sending the OTP' },
  codeSent: { shownAs: 'status', text: 'OTP has been sent to {email}' },
  codeNotSent: { shownAs: 'dialog', text: 'Could not send OTP, please trye again' },
  emailRegistered: { shownAs: 'field', text: '' },
  wrongPassword: { shownAs: 'dialog', text: 'Wrong email or password' },
  unexpected: { shownAs: 'dialog', text: 'Something went wrong. Please try again.' },
};

/** What both demo forms say. */
export const demoNotices: Record<'demoNotSent', Notice> = {
  demoNotSent: { shownAs: 'dialog', text: 'Something went wrong, please try again later' },
};

/** What the payment script says (the wording of the last one is given, and stays). */
export const paymentNotices: Record<CheckoutScriptNotice, Notice> = {
  scriptNotLoaded: { shownAs: 'alert', text: 'The payment script could not be loaded.' },
  unknown: { shownAs: 'alert', text: 'Unknown Error' },
  notReady: { shownAs: 'alert', text: 'Razorpay Instance in not ready' },
};
