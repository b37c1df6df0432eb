/** Addresses that are settled when the site is built (see the README's table of variables). */

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Where the visitor goes when the application takes over. */
export const appAddresses = {
  home: import.meta.env.VITE_APP_HOME_URL || '/app/',
  atsHome: import.meta.env.VITE_ATS_HOME_URL || '/app/ats/',
  newJob: import.meta.env.VITE_NEW_JOB_URL || '/app/jobs/new',
} as const;

/** The public key of the payment provider; without it, its script is never loaded. */
export const paymentKey: string = import.meta.env.VITE_RAZORPAY_KEY || '';

/** What the two other demo pages show in a frame; `undefined` where nothing is configured. */
export const demoFrames = {
  embed: import.meta.env.VITE_DEMO_EMBED_URL || undefined,
  calendar: import.meta.env.VITE_CALENDAR_URL || undefined,
} as const;

/**
 * The base address of the API for a page on `host`: the test one where the host is localhost or
 * listed in VITE_TEST_HOSTS, else the production one; empty means the page's own origin.
 */
export const apiBase = (host: string): string => {
  const isTest = host === 'localhost' || listOf(import.meta.env.VITE_TEST_HOSTS).includes(host);
  return (isTest && import.meta.env.VITE_API_TEST_URL) || import.meta.env.VITE_API_URL || '';
};
