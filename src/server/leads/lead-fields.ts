import { createHash } from 'node:crypto';
import { canonicalEmail } from '#contract/email.ts';
import type { RequestDemo } from '#contract/schemas.ts';

/** The fields of a demo request, in the order in which they are printed and mailed. */
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
] as const;

/** A demo request as it is stored: every field is there, if only empty. */
export type LeadFields = Record<(typeof LEAD_FIELDS)[number], string>;

/** What is stored of a body that the contract's schema has let through. */
export const leadFields = (body: RequestDemo): LeadFields => {
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

/** Equal for identical requests, and for nothing else. */
export const digestOf = (fields: LeadFields): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(LEAD_FIELDS.map((field) => fields[field])))
    .digest();
