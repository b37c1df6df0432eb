/** Names of the cookies, without the `__Host-` prefix that the first four carry on https. */
export const cookieNames = {
  access: 'access',
  refresh: 'refresh',
  ticket: 'ticket',
  /** Tells a browser that has logged in to an account before from one that is guessing. */
  device: 'device',
  /** Readable by scripts; its value goes into the header of every unsafe request. */
  xsrf: 'XSRF-TOKEN',
  /** Readable by scripts: `1` while a session is likely, so that the app can be offered without a call. */
  signedIn: 'signed-in',
} as const;

export const XSRF_HEADER = 'x-xsrf-token';
