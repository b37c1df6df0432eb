import { canonicalEmail } from '#contract/email.ts';
import { storage } from './storage.ts';

/**
 * A browser has one sign-up ticket, a cookie that no script reads: the address that was verified last
 * has it, whichever tab that was in. The tabs tell each other by a storage event.
 */
const KEY = 'sitara.verified';

let owner: string | undefined;
let isTakenElsewhere = false;

// Not where the build prerenders.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === KEY && newValue !== null) isTakenElsewhere = newValue !== owner;
});

/** This tab goes on with the ticket of an address, as it was verified here or kept by a draft. */
export const holdTicket = (email: string): void => {
  owner = canonicalEmail(email);
  isTakenElsewhere = false;
};

/** An address was just verified in this tab: the other tabs' tickets are worthless now. */
export const takeTicket = (email: string): void => {
  holdTicket(email);
  storage.write(KEY, canonicalEmail(email));
  storage.remove(KEY);
};

/** Whether the browser's ticket has gone to another address than this tab's since. */
export const isTicketTaken = (): boolean => isTakenElsewhere;
