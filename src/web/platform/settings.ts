/** Settings that are fixed when the site is built (see docs/configuration.md). */

const splitList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const homeAddress: string | undefined = import.meta.env.VITE_APP_HOME_URL;

/** Addresses of the application, which is another site. */
export const appAddresses = {
  home: homeAddress || '/app/',
  atsHome: import.meta.env.VITE_ATS_HOME_URL || '/app/ats/',
  newJob: import.meta.env.VITE_NEW_JOB_URL || homeAddress || '/app/jobs/new',
} as const;

/** The public key of the payment provider. Without it, the provider's script isn't loaded. */
export const paymentKey: string = import.meta.env.VITE_RAZORPAY_KEY || '';

/** URLs of the frames on `/demo/embed` and `/demo/schedule`; `undefined` when not configured. */
export const demoFrames = {
  embed: import.meta.env.VITE_DEMO_EMBED_URL || undefined,
  calendar: import.meta.env.VITE_CALENDAR_URL || undefined,
} as const;

/**
 * The base URL of the API for a page on `host`: VITE_API_TEST_URL on localhost and on the hosts in
 * VITE_TEST_HOSTS, otherwise VITE_API_URL. An empty string is the page's own origin.
 */
export const apiBase = (host: string): string => {
  const isTest = host === 'localhost' || splitList(import.meta.env.VITE_TEST_HOSTS).includes(host);
  return (isTest && import.meta.env.VITE_API_TEST_URL) || import.meta.env.VITE_API_URL || '';
};
