import type { BrowserIssue } from '#web/platform/browser-issues.ts';

/** Messages for problems in the visitor's browser, with their remedies. */
export const browserIssueTexts: Record<BrowserIssue, string> = {
  offline: 'You are offline. What you typed stays here: try again when you are connected.',
  cookiesRefused:
    'Your browser blocks cookies, and without them nobody can sign up or log in. Please allow them for this site and reload the page.',
  storageRefused:
    'Your browser is not storing anything for this site, or has run out of space. Stay in this tab: a reload would lose what you typed.',
};
