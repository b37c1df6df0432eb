import type { Kysely } from 'kysely';
import { inTransaction } from '../database/transaction.ts';
import type { Database, LeadFields } from '../database/types.ts';
import { HttpError } from '../http/http-error.ts';
import { consumeLimits, type Limit, type Limited } from '../limits/rate-limit.ts';
import { networkLimits, networkRates, rates } from '../limits/rates.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from '../mail/outbox.ts';
import { leadDigest } from './lead-fields.ts';

interface Lead {
  fields: LeadFields;
  /** The client's network, from `clientNetwork`. */
  network: string;
  /** Recipient of the notice. */
  salesEmail: string;
}

/** The limit on equal demo requests. */
export const sameLeadLimit = (digest: Buffer): Limit => ({
  rate: rates.sameLead,
  subject: digest.toString('hex'),
});

const tooMany = (limited: Limited): HttpError =>
  new HttpError('too_many_requests', 'Please wait before you ask for another demo.', limited);

/**
 * Stores a demo request and enqueues a notice to the sales mailbox, in one transaction. A repeat of a
 * request within `LEAD_REPEAT_WINDOW_MS` is ignored and does not count against the limits. The caller wakes
 * the mail worker.
 *
 * @returns whether the request is new
 * @throws HttpError `too_many_requests`
 */
export const storeLead = (
  db: Kysely<Database>,
  { fields, network, salesEmail }: Lead,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const digest = leadDigest(fields);
    const same = sameLeadLimit(digest);
    const limited = await consumeLimits(trx, [same, ...networkLimits(networkRates.leads, network)]);
    if (limited?.rates.includes(same.rate.name)) return false;
    if (limited) throw tooMany(limited);
    const stored = trx.with('lead', (query) =>
      query.insertInto('leads').values({ ...fields, digest }),
    );
    await enqueueMail(stored, {
      kind: 'lead',
      recipient: salesEmail,
      payload: fields,
      lifetimeMs: MAIL_LIFETIME_MS,
    });
    return true;
  });
