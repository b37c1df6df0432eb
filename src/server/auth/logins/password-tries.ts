import type { Kysely } from 'kysely';
import type { Database } from '#server/database/types.ts';
import { type Limit, refundLimits, resetLimits } from '#server/limits/rate-limit.ts';
import { knownDeviceLimits, type Mailbox, mailboxSubject, rates } from '#server/limits/rates.ts';

const mailboxLimits = (mailbox: Mailbox): Limit[] =>
  [rates.passwordTries, rates.passwordTriesPerDay].map((rate) => ({
    rate,
    subject: mailboxSubject(mailbox),
  }));

/** Limits that a password attempt counts against, whether or not the account exists. */
export const passwordLimits = (mailbox: Mailbox): Limit[] => [
  ...mailboxLimits(mailbox),
  ...knownDeviceLimits(rates.knownPasswordTries, mailbox),
];

/**
 * Refunds a successful attempt, and resets the limits of a known device. The failed attempts of other
 * clients still count: a reset would reveal the login and allow new guesses.
 */
export const recordPasswordSuccess = async (
  db: Kysely<Database>,
  mailbox: Mailbox,
): Promise<void> => {
  await refundLimits(db, passwordLimits(mailbox));
  if (mailbox.device !== '') await resetLimits(db, mailboxLimits(mailbox));
};
