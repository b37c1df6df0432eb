import type { Kysely } from 'kysely';
import type { Database } from '../db/types.ts';
import { clearLimits, giveBack, type Limit } from '../limits/rate-limit.ts';
import { knownTogether, type Mailbox, mailboxSubject, rates } from '../limits/rates.ts';

const ownLimits = (mailbox: Mailbox): Limit[] =>
  [rates.passwordTries, rates.passwordTriesPerDay].map((rate) => ({
    rate,
    subject: mailboxSubject(mailbox),
  }));

/** What a try of a password counts against, before it is judged and whether or not there is an account. */
export const passwordLimits = (mailbox: Mailbox): Limit[] => [
  ...ownLimits(mailbox),
  ...knownTogether(rates.knownPasswordTries, mailbox),
];

/**
 * A try that was right counts for nothing, and a known browser's wrong ones are forgotten. Those of
 * strangers stay: cleared, they would tell that the account is in use, and could be made anew.
 */
export const settlePasswordTries = async (
  db: Kysely<Database>,
  mailbox: Mailbox,
): Promise<void> => {
  await giveBack(db, passwordLimits(mailbox));
  if (mailbox.device !== '') await clearLimits(db, ownLimits(mailbox));
};
