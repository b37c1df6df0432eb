import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';

/** Age up to which a session may change what its user logs in with. */
export const RECENT_LOGIN_MS = 10 * MINUTE_MS;

/** Lifetime of a sign-up ticket: the time that a verified address has to finish the sign-up. */
export const TICKET_LIFETIME_MS = 2 * HOUR_MS;

/** The login page, as a path and in the hash of the site's document. */
export const LOGIN_PATH = '/login';
export const LOGIN_ADDRESS = `/#${LOGIN_PATH}`;

/** Query parameter of the login page with the token of a mailed link that makes a browser known. */
export const BROWSER_LINK_PARAMETER = 'browser';
/** Characters in that token: a user id, a time and a MAC. */
export const BROWSER_TOKEN_LENGTH_MAX = 100;

/** Where the account of a user stands: the user has chosen no password yet, or has. */
export const USER_STATUSES = ['sent', 'accepted'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
