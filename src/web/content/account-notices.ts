import type { OtpNotice } from '#machines/otp.ts';
import type { PasskeyListNotice } from '#machines/passkey-list.ts';
import type { PasskeyRegistrationNotice } from '#machines/passkey-registration.ts';
import type { SessionListNotice } from '#machines/session-list.ts';
import type { Notice } from './notices.ts';
import { changeNotices, passkeyRegistrationNotices } from './passkey-notices.ts';

/** Notices of the code that a list of the account asks for. The code fields say that it was sent. */
const listCodeNotices: Record<OtpNotice, Notice> = {
  codeSent: { shownAs: 'field', text: '' },
  codeNotSent: {
    shownAs: 'alert',
    text: 'We sent no new code. Wait a moment, then ask again. The last one you received may still work.',
  },
  emailRegistered: { shownAs: 'field', text: '' },
  unexpected: changeNotices.unexpected,
};

/** Notices of the passkeys of an account, in a line below their heading. */
export const passkeyListNotices: Record<
  PasskeyListNotice | PasskeyRegistrationNotice | OtpNotice,
  Notice
> = {
  ...passkeyRegistrationNotices,
  ...listCodeNotices,
  passkeyAdded: { shownAs: 'status', text: 'The passkey was added.' },
  passkeyRenamed: { shownAs: 'status', text: 'The passkey was renamed.' },
  passkeyRemoved: { shownAs: 'status', text: 'The passkey was removed.' },
  lastWayIn: {
    shownAs: 'alert',
    text: 'This passkey is your only way to log in. Set a password first.',
  },
  gone: { shownAs: 'alert', text: 'This passkey was removed before, perhaps in another tab.' },
  rateLimited: { shownAs: 'alert', text: 'Too many changes. Wait a few minutes, then try again.' },
};

/** Notices of the live sessions of an account, in a line below their heading. */
export const sessionListNotices: Record<SessionListNotice | OtpNotice, Notice> = {
  ...changeNotices,
  ...listCodeNotices,
  sessionEnded: { shownAs: 'status', text: 'That browser is logged out.' },
  othersEnded: { shownAs: 'status', text: 'Every other browser is logged out.' },
  gone: { shownAs: 'alert', text: 'That browser was logged out before, perhaps in another tab.' },
  rateLimited: passkeyListNotices.rateLimited,
};
