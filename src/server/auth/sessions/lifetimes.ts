import { DAY_MS, MINUTE_MS, MS_PER_S } from '#contract/durations.ts';

/** Lifetime of an access token and its cookie. */
export const ACCESS_LIFETIME_MS = 15 * MINUTE_MS;
/** Lifetime of a refresh token and its cookie; each rotation restarts it. */
export const REFRESH_LIFETIME_MS = 30 * DAY_MS;
/** Age at which a session ends, however often it was renewed (OWASP ASVS 5.0, 7.3.2). */
export const SESSION_LIFETIME_MS = 90 * DAY_MS;
/** Time after a rotation in which a refresh returns the same tokens: several tabs may refresh. */
export const REFRESH_GRACE_MS = 10 * MS_PER_S;
/** Lifetime of the device cookie, which marks a browser that has logged in to an account before. */
export const DEVICE_LIFETIME_MS = 365 * DAY_MS;
