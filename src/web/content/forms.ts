import * as brand from '#contract/brand.ts';
import { PASSWORD_LENGTH_MIN, type PasswordError, passwordMessages } from '#contract/password.ts';

/** Copy for visitors without JavaScript, where a form needs it. Only the prerendered HTML contains it. */
export const scriptNoteContent = {
  tasks: {
    logIn: 'Logging in',
    signUp: 'Signing up',
    newPassword: 'Setting a new password',
  },
  needsScript: 'needs JavaScript.',
  remedy: 'Switch it on and reload this page, or write or call: a person will help.',
  email: { text: brand.supportEmail, href: `mailto:${brand.supportEmail}` },
  phone: { text: brand.phone, href: brand.phoneLink },
} as const;

/** The checkbox of sign-up and login: texts, each before a link to a legal text. */
export const consentContent = {
  parts: [
    { text: 'I agree to the ', link: 'Terms', to: '/terms' },
    { text: ' and the ', link: 'Subscription Agreement', to: '/subscription-agreement' },
    { text: ', and have read the ', link: 'Privacy Policy', to: '/privacy' },
  ],
  end: '.',
} as const;

/** Below a new password. */
export const passwordHint = `At least ${PASSWORD_LENGTH_MIN} characters. A few words that only you would put together are best.`;

/** Error messages of the new password field. */
export const passwordErrors: Record<PasswordError, string> = {
  tooShort: passwordMessages.tooShort,
  tooLong: passwordMessages.tooLong,
  isEmail: 'Please choose a password that is not your email address.',
};
