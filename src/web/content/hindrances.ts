import type { Hindrance } from '#web/hindrances.ts';

/** What is said when the visitor's own browser is in the way, and what helps. */
export const hindranceWords: Record<Hindrance, string> = {
  offline: 'You are offline. What you typed stays here: try again when you are connected.',
  cookiesRefused:
    'Your browser blocks cookies, and without them nobody can sign up or log in. Please allow them for this site and reload the page.',
  storageRefused:
    'Your browser is not storing anything for this site, or has run out of space. Stay in this tab: a reload would lose what you typed.',
};
