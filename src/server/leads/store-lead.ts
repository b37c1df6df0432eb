import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { NOTICE_LIFETIME_MS } from '#contract/limits.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import { type Limited, takeLimits } from '../limits/rate-limit.ts';
import { networkLimits, networkRates, rates } from '../limits/rates.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { Refusal } from '../refusal.ts';
import { digestOf, type LeadFields } from './lead-fields.ts';

interface Lead {
  fields: LeadFields;
  /** The client's network, as `clientNetwork` writes it. */
  network: string;
  /** Who is told. */
  salesEmail: string;
}

const tooMany = (limited: Limited): Refusal =>
  new Refusal('too_many_requests', 'Please wait before you ask for another demo.', limited);

/**
 * Stores a demo request and has the sales mailbox told, both or neither. A request that is identical
 * to one of the last ten minutes is neither stored nor mailed, and doesn't count. The caller wakes
 * the mail worker.
 *
 * @returns whether it is a new one
 * @throws Refusal `too_many_requests`
 */
export const storeLead = (
  db: Kysely<Database>,
  { fields, network, salesEmail }: Lead,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const digest = digestOf(fields);
    const same = { rate: rates.sameLead, subject: digest.toString('hex') };
    const limited = await takeLimits(trx, [same, ...networkLimits(networkRates.leads, network)]);
    if (limited?.rates.includes(same.rate.name)) return false;
    if (limited) throw tooMany(limited);
    const id = randomUUID();
    const stored = trx.with('lead', (query) =>
      query.insertInto('leads').values({ id, ...fields, digest }),
    );
    await enqueueMail(stored, {
      kind: 'lead',
      recipient: salesEmail,
      payload: fields,
      lifetimeMs: NOTICE_LIFETIME_MS,
      dedupeKey: `lead ${id}`,
    });
    return true;
  });
