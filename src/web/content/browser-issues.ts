import * as brand from '#contract/brand.ts';
import type { BrowserIssue } from '#web/platform/browser-issues.ts';

/** Messages for problems of the browser and the server, with their remedies. */
export const browserIssueTexts: Record<BrowserIssue, string> = {
  offline: 'You are offline. What you typed stays here: try again when you are connected.',
  outdated:
    'This page is from an earlier version of our site. Reload it to go on: your draft is kept, but passwords and codes are not.',
  unreachable:
    'Our server does not answer at the moment. What you typed stays here, and what you have sent is sent again when it answers.',
  cookiesRefused:
    'Your browser blocks cookies, and without them nobody can sign up or log in. Please allow them for this site and reload the page.',
  storageRefused:
    'Your browser is not storing anything for this site, or has run out of space. Stay in this tab: a reload would lose what you typed.',
};

export const reloadLabel = 'Reload the page';

/** A way to a person, where a form can do without its server. */
export const contactWords = {
  lead: 'In the meantime, call ',
  phone: { text: brand.phone, href: brand.phoneLink },
  or: ' or write to ',
  email: { text: brand.infoEmail, href: `mailto:${brand.infoEmail}` },
} as const;

/** Below an email address: the correction of a mistyped domain. */
export const didYouMean = ['Did you mean ', '?'] as const;
