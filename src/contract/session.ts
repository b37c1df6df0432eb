import { MINUTE_MS } from '#contract/durations.ts';
/** Age up to which a session may change what its user logs in with. */
export const RECENT_LOGIN_MS = 10 * MINUTE_MS;
/** Whether a login at `loggedInAt` (epoch ms) is recent at `now` (epoch ms). */
export const isLoginRecent = (loggedInAt: number | undefined, now: number): boolean =>
  loggedInAt !== undefined && now - loggedInAt < RECENT_LOGIN_MS;

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
