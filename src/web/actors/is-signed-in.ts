import { cookieNames } from '#contract/cookies.ts';
import { readCookie } from '../cookies.ts';

/** Whether the browser holds a session, as far as the page may know. */
export const isSignedIn = (): boolean => readCookie(cookieNames.signedIn) === '1';
