import { cookieNames } from '#contract/cookies.ts';
import { readCookies } from '#web/platform/cookies.ts';

/** Whether the browser has a session, according to the cookie that scripts can read. */
export const isSignedIn = (): boolean => readCookies(cookieNames.signedIn).includes('1');
