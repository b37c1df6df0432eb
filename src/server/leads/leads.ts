import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { RequestBody } from '#contract/calls/all-calls.ts';
import { canonicalEmail } from '#contract/email.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Database, LeadFields } from '../database/types.ts';
import { clientNetwork, wideNetworkOf } from '../http/client-network.ts';
import { HttpError } from '../http/http-error.ts';
import { consumeLimits, countInTurn, type Limit, type Limited } from '../limits/rate-limits.ts';
import { networkLimits, networkRates, rates } from '../limits/rates.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from '../mail/outbox.ts';
import type { Services } from '../services.ts';

/** Fields of a demo request, in the order of exports and mails. */
export const LEAD_FIELDS = [
  'name',
  'email',
  'phone',
  'organization',
  'message',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies readonly (keyof LeadFields)[];

/** The stored fields of a validated request body. */
const leadFields = (body: RequestBody<'requestDemo'>): LeadFields => {
  const text = (field: (typeof LEAD_FIELDS)[number]) => (body[field] ?? '').trim();
  return {
    name: text('name'),
    email: canonicalEmail(body.email),
    phone: text('phone'),
    organization: text('organization'),
    message: text('message'),
    utm_source: text('utm_source'),
    utm_medium: text('utm_medium'),
    utm_campaign: text('utm_campaign'),
    utm_term: text('utm_term'),
    utm_content: text('utm_content'),
  };
};

/** SHA-256 digest of a request, by which repeats are recognised. */
const leadDigest = (fields: LeadFields): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(LEAD_FIELDS.map((field) => fields[field])))
    .digest();

interface LeadRequest {
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
 * Stores a demo request and enqueues a notice to the sales mailbox and webhooks, in one transaction. A repeat of a
 * request within `LEAD_REPEAT_WINDOW_MS` is ignored and does not count against the limits. The caller wakes
 * their workers.
 *
 * @returns whether the request is new
 * @throws HttpError `too_many_requests`
 */
const storeLead = (
  { db, webhooks }: Pick<Services, 'db' | 'webhooks'>,
  { fields, network, salesEmail }: LeadRequest,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const digest = leadDigest(fields);
    const same = sameLeadLimit(digest);
    const limited = await consumeLimits(trx, [same, ...networkLimits(networkRates.leads, network)]);
    if (limited?.rates.includes(same.rate.name)) return false;
    if (limited) throw tooMany(limited);
    const { id } = await trx
      .insertInto('leads')
      .values({ ...fields, digest })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueueMail(trx, {
      kind: 'lead',
      recipient: salesEmail,
      payload: fields,
      lifetimeMs: MAIL_LIFETIME_MS,
    });
    await webhooks.enqueue(trx, 'lead.created', id);
    return true;
  });

/**
 * Stores a validated demo request and notifies the sales mailbox.
 *
 * @throws HttpError `too_many_requests`; `unavailable` as `countInTurn`
 */
export const receiveDemoRequest = async (
  services: Services,
  request: FastifyRequest,
  body: RequestBody<'requestDemo'>,
): Promise<void> => {
  // Honeypot: a bot gets the usual response.
  if (body.website) return;
  const { config, wakeMailWorker, webhooks } = services;
  const network = clientNetwork(request);
  const lead = { fields: leadFields(body), network, salesEmail: config.salesEmail };
  const isNew = await countInTurn(wideNetworkOf(network), () => storeLead(services, lead));
  if (!isNew) return;
  wakeMailWorker();
  webhooks.wake();
};

/** A stored demo request. */
export interface Lead extends LeadFields {
  id: string;
  created_at: Date;
}

/** Demo requests since a time, oldest first. */
export const listLeads = (db: Kysely<Database>, since: Date): Promise<Lead[]> =>
  db
    .selectFrom('leads')
    .where('created_at', '>=', since)
    .select(['id', 'created_at', ...LEAD_FIELDS])
    .orderBy('created_at')
    .execute();
