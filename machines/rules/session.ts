import { RECENT_LOGIN_MS, type UserStatus } from '#contract/session.ts';

/** The logged-in user, and whether the user belongs to the ATS area. */
export interface SignedIn {
  uuid: string;
  status: UserStatus;
  isAtsEnabled: boolean;
}

/** The result of a login by password. `isRateLimited`: too many attempts; the password was not checked. */
export type LoginResult = { ok: true; signedIn: SignedIn } | { ok: false; isRateLimited: boolean };

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

/** Whether a login at `loggedInAt` (epoch ms) is recent at `now` (epoch ms). */
export const isLoginRecent = (loggedInAt: number | undefined, now: number): boolean =>
  loggedInAt !== undefined && now - loggedInAt < RECENT_LOGIN_MS;
