import { canonicalEmail } from '#contract/email.ts';
import { storage } from '#web/platform/storage.ts';

/**
 * The storage key of a message to the other tabs: an email address was verified. The browser has one
 * sign-up ticket, an HttpOnly cookie. It belongs to the address that was verified last, in any tab.
 */
const KEY = 'sitara.verified';

let owner: string | undefined;
let isTakenElsewhere = false;

// `addEventListener` is missing where the build prerenders.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === KEY && newValue !== null) isTakenElsewhere = newValue !== owner;
});

/** Continues in this tab with the ticket of the address, which was verified here or is in a draft. */
export const resumeSignUpSession = (email: string): void => {
  owner = canonicalEmail(email);
  isTakenElsewhere = false;
};

/** Claims the ticket for an address that was just verified in this tab, and tells the other tabs. */
export const claimSignUpSession = (email: string): void => {
  resumeSignUpSession(email);
  storage.write(KEY, canonicalEmail(email));
  storage.remove(KEY);
};

/** Whether another tab verified a different address since, so that the ticket belongs to that one. */
export const isSignUpSessionLost = (): boolean => isTakenElsewhere;
