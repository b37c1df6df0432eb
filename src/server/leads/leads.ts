import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type Attribution, sourceValue } from '#contract/attribution.ts';
import type { RequestBody } from '#contract/calls/all-calls.ts';
import { LEAD_FIELDS, type LeadFields } from '#contract/demo-request.ts';
import { canonicalEmail } from '#contract/email.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Database } from '../database/types.ts';
import { clientNetwork, wideNetworkOf } from '../http/client-network.ts';
import { HttpError } from '../http/http-error.ts';
import { consumeLimits, countInTurn, type Limit, type Limited } from '../limits/rate-limits.ts';
import { networkLimits, networkRates, rates } from '../limits/rates.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from '../mail/outbox.ts';
import type { Services } from '../services.ts';
import { visibleAttribution } from './visible-attribution.ts';

/** The stored fields of a validated request body. */
const leadFields = (body: RequestBody<'requestDemo'>): LeadFields => {
  const texts = LEAD_FIELDS.map((field) => {
    const text = body[field] ?? '';
    return [field, field.startsWith('utm_') ? sourceValue(text) : text.trim()];
  });
  return { ...(Object.fromEntries(texts) as LeadFields), email: canonicalEmail(body.email) };
};

/** SHA-256 digest of a request, by which repeats are recognised. */
const leadDigest = (fields: LeadFields): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(LEAD_FIELDS.map((field) => fields[field])))
    .digest();

interface LeadRequest {
  fields: LeadFields;
  attribution: Attribution | undefined;
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
  { fields, attribution, network, salesEmail }: LeadRequest,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const digest = leadDigest(fields);
    const same = sameLeadLimit(digest);
    const limited = await consumeLimits(trx, [same, ...networkLimits(networkRates.leads, network)]);
    if (limited?.rates.includes(same.rate.name)) return false;
    if (limited) throw tooMany(limited);
    const { id } = await trx
      .insertInto('leads')
      .values({ ...fields, attribution: attribution && JSON.stringify(attribution), digest })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueueMail(trx, {
      kind: 'lead',
      recipient: salesEmail,
      payload: { ...fields, ...(attribution && { attribution }) },
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
  const lead = {
    fields: leadFields(body),
    attribution: body.attribution && visibleAttribution(body.attribution),
    network,
    salesEmail: config.salesEmail,
  };
  const isNew = await countInTurn(wideNetworkOf(network), () => storeLead(services, lead));
  if (!isNew) return;
  wakeMailWorker();
  webhooks.wake();
};

/** A demo request or a sign-up, as people who sell read it. */
interface Origin {
  attribution: Attribution | null;
  /** Slug of the plan that was picked in the sign-up; null without one. */
  plan: string | null;
}

/** A stored demo request. The plan is that of a sign-up with the same address. */
export interface Lead extends LeadFields, Origin {
  id: string;
  created_at: Date;
}

/** Demo requests since a time, oldest first. */
export const listLeads = (db: Kysely<Database>, since: Date): Promise<Lead[]> =>
  db
    .selectFrom('leads')
    .leftJoin('companies', 'companies.owner_email', 'leads.email')
    .where('leads.created_at', '>=', since)
    .select(['leads.id', 'leads.created_at'])
    .select(LEAD_FIELDS.map((field) => `leads.${field}` as const))
    .select(['leads.attribution', 'companies.chosen_plan as plan'])
    .orderBy('leads.created_at')
    .execute();

/** A company that signed up. */
export interface SignUp extends Origin {
  id: string;
  created_at: Date;
  company: string;
  /** Of its first user; null until that person has typed it. */
  name: string | null;
  website: string;
  location: string;
  email: string;
  /** Of its first user; null before the user exists. */
  status: string | null;
}

/** Companies that signed up since a time, oldest first. */
export const listSignUps = (db: Kysely<Database>, since: Date): Promise<SignUp[]> =>
  db
    .selectFrom('companies')
    .leftJoin('users', 'users.email', 'companies.owner_email')
    .where('companies.created_at', '>=', since)
    .select((eb) => [
      'companies.id',
      'companies.created_at',
      'companies.name as company',
      'companies.website',
      'companies.location',
      'companies.owner_email as email',
      'users.status',
      eb.case().when('users.status', '=', 'accepted').then(eb.ref('users.name')).end().as('name'),
      'companies.attribution',
      'companies.chosen_plan as plan',
    ])
    .orderBy('companies.created_at')
    .execute();
