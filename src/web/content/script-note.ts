import * as brand from '#contract/brand.ts';

/** Copy for visitors without JavaScript, where a form needs it. Only the prerendered HTML contains it. */
export const scriptNoteContent = {
  tasks: {
    logIn: 'Logging in',
    signUp: 'Signing up',
    newPassword: 'Setting a new password',
  },
  needsScript: ' needs JavaScript, which this browser does not run.',
  remedy: 'Switch it on and reload the page. Or write or call, and a person will help.',
  email: { text: brand.supportEmail, href: `mailto:${brand.supportEmail}` },
  phone: { text: brand.phone, href: `tel:${brand.phone.replaceAll(' ', '')}` },
} as const;
