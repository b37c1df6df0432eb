/** Lifetime of a sign-up ticket: the time that a verified address has to finish the sign-up. */
export const TICKET_LIFETIME_MS = 2 * 60 * 60_000;
