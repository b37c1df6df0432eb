import type { OtpNotice } from '#machines/otp.ts';

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

/** Notices of a login by code, which a forgotten password needs too. `trye` is the required wording. */
export const loginCodeNotices: Record<OtpNotice, Notice> = {
  codeSent: { shownAs: 'status', text: 'OTP has been sent to {email}' },
  codeNotSent: {
    shownAs: 'dialog',
    text: 'Could not send OTP, please trye again',
    detail: 'Your address is kept.',
  },
  emailRegistered: { shownAs: 'field', text: '' },
  unexpected: { shownAs: 'dialog', text: 'Something went wrong. Please try again.' },
};
