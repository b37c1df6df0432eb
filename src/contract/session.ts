/** Lifetime of an access token and its cookie. */
export const ACCESS_LIFETIME_MS = 15 * 60_000;
/** Lifetime of a refresh token and its cookie; each rotation restarts it. */
export const REFRESH_LIFETIME_MS = 30 * 24 * 60 * 60_000;
/** Age at which a session ends, however often it was renewed (OWASP ASVS 5.0, 7.3.2). */
export const SESSION_LIFETIME_MS = 90 * 24 * 60 * 60_000;
/** Age up to which a session may change what its user logs in with. */
export const RECENT_LOGIN_MS = 10 * 60_000;
/** Whether a login at `loggedInAt` (epoch ms) is recent at `now` (epoch ms). */
export const isLoginRecent = (loggedInAt: number | undefined, now: number): boolean =>
  loggedInAt !== undefined && now - loggedInAt < RECENT_LOGIN_MS;
/** Time after a rotation in which a refresh returns the same tokens: several tabs may refresh. */
export const REFRESH_GRACE_MS = 10_000;
/** Lifetime of the device cookie, which marks a browser that has logged in to an account before. */
export const DEVICE_LIFETIME_MS = 365 * 24 * 60 * 60_000;

/** Lifetime of a mailed link that makes a browser known. */
export const BROWSER_LINK_LIFETIME_MS = 24 * 60 * 60_000;
/** Query parameter of the login page with the token of such a link. */
export const BROWSER_LINK_PARAMETER = 'browser';
/** Characters in that token: a user id, a time and a MAC. */
export const BROWSER_TOKEN_LENGTH_MAX = 100;

/** Where the account of a user stands: the user has chosen no password yet, or has. */
export const USER_STATUSES = ['sent', 'accepted'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** The logged-in user, and whether the user belongs to the ATS area. */
export interface SignedIn {
  uuid: string;
  status: UserStatus;
  isAtsEnabled: boolean;
}

/** Where a user is sent after login. A user who has not chosen a password sets one first. */
export type Destination = 'resetPassword' | 'atsHome' | 'appHome';

/** The destination of a user after login. */
export const destinationOf = ({
  status,
  isAtsEnabled,
}: Pick<SignedIn, 'status' | 'isAtsEnabled'>): Destination => {
  if (status === 'sent') return 'resetPassword';
  return isAtsEnabled ? 'atsHome' : 'appHome';
};
