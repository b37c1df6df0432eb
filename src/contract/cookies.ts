/**
 * Prefix of the cookie names on https, except `signed-in`. Browsers accept such a cookie from this host
 * only, so that a sibling domain cannot plant one.
 */
export const HOST_PREFIX = '__Host-';

/** Cookie names. */
export const cookieNames = {
  access: 'access',
  refresh: 'refresh',
  ticket: 'ticket',
  /** Device cookie: marks a browser that has logged in to an account before. */
  device: 'device',
  /** Readable by scripts. Every unsafe request repeats its value in a header. */
  xsrf: 'XSRF-TOKEN',
  /** Readable by scripts: `1` while a session probably exists, so that a page needs no API call to know. */
  signedIn: 'signed-in',
} as const;

export const XSRF_HEADER = 'x-xsrf-token';
