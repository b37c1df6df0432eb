import { createHash } from 'node:crypto';
import type { RequestBody } from '#contract/calls.ts';
import { canonicalEmail } from '#contract/email.ts';
import type { LeadFields } from '../database/types.ts';

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
export const leadFields = (body: RequestBody<'requestDemo'>): LeadFields => {
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
export const leadDigest = (fields: LeadFields): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(LEAD_FIELDS.map((field) => fields[field])))
    .digest();
