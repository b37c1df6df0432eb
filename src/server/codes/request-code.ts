import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/limits.ts';
import { fromNow } from '../db/time.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CodePurpose, Database } from '../db/types.ts';
import { type Limit, takeLimits } from '../limits/rate-limit.ts';
import { knownTogether, type Mailbox, mailboxSubject, rates } from '../limits/rates.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { Refusal } from '../refusal.ts';

const MS_PER_S = 1000;

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
 * Asks for a code. The outbox worker makes it, so that it is nowhere in clear; until then the address
 * has no code that holds. The caller wakes the worker.
 *
 * @returns the seconds after which another one may be asked for
 * @throws Refusal `too_many_requests`; nothing was counted then
 */
export const requestCode = (db: Kysely<Database>, request: CodeRequest): Promise<number> =>
  inTransaction(db, async (trx) => {
    const { email, purpose, device } = request;
    const limited = await takeLimits(trx, codeLimits(request));
    if (limited)
      throw new Refusal(
        'too_many_requests',
        'Please wait before you ask for another code.',
        limited,
      );
    const challenge = randomUUID();
    const fresh = {
      challenge,
      hash: null,
      attempts: 0,
      consumed_at: null,
      expires_at: fromNow(CODE_LIFETIME_MS),
    };
    await trx
      .insertInto('codes')
      .values({ email, purpose, device, ...fresh })
      .onConflict((conflict) => conflict.columns(['email', 'purpose', 'device']).doUpdateSet(fresh))
      .execute();
    await enqueueMail(trx, {
      kind: 'code',
      recipient: email,
      payload: { purpose, device, challenge },
      lifetimeMs: CODE_LIFETIME_MS,
    });
    return RESEND_PAUSE_MS / MS_PER_S;
  });
