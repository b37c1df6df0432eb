import { HOUR_MS } from '#contract/durations.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import type { CreationNotice } from '#machines/account-creation.ts';
import type { OtpNotice } from '#machines/otp.ts';
import type { PersonNotice } from '#machines/person-step.ts';
import type { Notice } from './notices.ts';

/** Notices of the sign-up. */
export const signUpNotices: Record<
  OtpNotice | PersonNotice | CreationNotice | 'emailMissing' | 'ticketEnded',
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
  logoNotStored: {
    shownAs: 'alert',
    text: 'The logo could not be stored. Please try again.',
  },
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
    text: `An email stays verified for ${TICKET_LIFETIME_MS / HOUR_MS} hours, or until another one is verified in this browser. Please verify it again.`,
  },
};
