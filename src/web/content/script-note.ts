import * as brand from '#contract/brand.ts';

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
