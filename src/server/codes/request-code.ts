import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { CODE_LIFETIME_MS } from '#contract/limits.ts';
import { fromNow } from '../db/time.ts';
import type { CodePurpose, Database } from '../db/types.ts';
import type { Limit } from '../limits/rate-limit.ts';
import { knownTogether, type Mailbox, mailboxSubject, rates } from '../limits/rates.ts';
import { enqueueMail } from '../mail/outbox.ts';

export interface CodeRequest extends Mailbox {
  purpose: CodePurpose;
}

const subjectOf = ({ purpose, email, device }: CodeRequest): string =>
  `${purpose} ${mailboxSubject({ email, device })}`;

/** What a code that is sent counts against; one that never leaves is given back. */
export const codeLimits = (request: CodeRequest): Limit[] => [
  ...[rates.codePause, rates.codesPerHour, rates.codesPerDay].map((rate) => ({
    rate,
    subject: subjectOf(request),
  })),
  ...knownTogether(rates.knownCodesPerDay, request),
];

/** What a try of a code counts against, right or wrong and whether or not there is a code. */
export const codeTryLimits = (request: CodeRequest): Limit[] => [
  { rate: rates.codeTries, subject: subjectOf(request) },
  ...knownTogether(rates.knownCodeTries, request),
];

/**
 * Asks for a code, which the limits must have let through. The outbox worker makes it, so that it is
 * nowhere in clear; until then the address has no code that holds. The caller wakes the worker.
 */
export const requestCode = (
  db: Kysely<Database>,
  { email, purpose, device }: CodeRequest,
): Promise<void> => {
  const challenge = randomUUID();
  const fresh = {
    challenge,
    hash: null,
    attempts: 0,
    consumed_at: null,
    expires_at: fromNow(CODE_LIFETIME_MS),
  };
  const stored = db.with('code', (query) =>
    query
      .insertInto('codes')
      .values({ email, purpose, device, ...fresh })
      .onConflict((conflict) =>
        conflict.columns(['email', 'purpose', 'device']).doUpdateSet(fresh),
      ),
  );
  return enqueueMail(stored, {
    kind: 'code',
    recipient: email,
    payload: { purpose, device, challenge },
    lifetimeMs: CODE_LIFETIME_MS,
  });
};
