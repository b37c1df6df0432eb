import { isCampaignEmail, isWorkEmail } from './email.ts';
import { isFilled } from './text.ts';

/** Digits of a phone number in the campaign form. */
export const CAMPAIGN_PHONE_DIGITS = 10;
/** Characters in a phone number with its dial code: E.164 allows 15 digits, people add spaces. */
export const PHONE_LENGTH_MAX = 40;
/** Characters in a phone number beside its dial code, of which the longest has three. */
export const NATIONAL_PHONE_LENGTH_MAX = PHONE_LENGTH_MAX - 3;
/** Characters in the message of a demo request. A request with every field full still fits a JSON body. */
export const DEMO_MESSAGE_LENGTH_MAX = 2000;

/** A country and its dial code. */
interface DialCode {
  code: string;
  country: string;
}

/** Dial codes of the demo form, the initial one first. */
export const DIAL_CODES = [
  { code: '+91', country: 'India' },
  { code: '+1', country: 'US, Canada' },
  { code: '+44', country: 'UK' },
  { code: '+61', country: 'Australia' },
  { code: '+81', country: 'Japan' },
  { code: '+49', country: 'Germany' },
] as const satisfies readonly DialCode[];

/** The form of a demo request. Each has its own rules. */
export type DemoForm = 'page' | 'campaign';

/** Fields of a demo form. The campaign form has no dial code and no message. */
export interface DemoFields {
  name: string;
  email: string;
  organization: string;
  dialCode: string;
  phone: string;
  message: string;
  /** Honeypot: hidden from people, filled in by bots. */
  website: string;
}

/** Validation errors of a demo form, by field. */
export interface DemoErrors {
  name?: 'missing';
  email?: 'missing' | 'invalid';
  organization?: 'missing';
  phone?: 'missing' | 'invalid';
}

/** Whether a phone number is valid in the campaign form: exactly `CAMPAIGN_PHONE_DIGITS` digits. */
const isCampaignPhone = (phone: string): boolean =>
  phone.length === CAMPAIGN_PHONE_DIGITS && /^[0-9]+$/.test(phone);

const validateEmail = (form: DemoForm, email: string): DemoErrors['email'] => {
  if (!isFilled(email)) return 'missing';
  const isValid = form === 'campaign' ? isCampaignEmail(email) : isWorkEmail(email);
  return isValid ? undefined : 'invalid';
};

const validatePhone = (form: DemoForm, phone: string): DemoErrors['phone'] => {
  // The demo page accepts any format.
  if (form === 'page') return isFilled(phone) ? undefined : 'missing';
  return isCampaignPhone(phone.trim()) ? undefined : 'invalid';
};

/** All validation errors of a form. */
export const validateDemo = (form: DemoForm, fields: DemoFields): DemoErrors => {
  const email = validateEmail(form, fields.email);
  const phone = validatePhone(form, fields.phone);
  return {
    ...(!isFilled(fields.name) && { name: 'missing' }),
    ...(email && { email }),
    ...(!isFilled(fields.organization) && { organization: 'missing' }),
    ...(phone && { phone }),
  };
};

/**
 * The phone number of a body: with dial code from the page's form, without it from the campaign's. A number that was
 * typed with a dial code, as browsers fill it in, has no second one.
 */
export const joinPhone = (form: DemoForm, { dialCode, phone }: DemoFields): string =>
  form === 'page' && !phone.trim().startsWith('+') ? `${dialCode}${phone.trim()}` : phone.trim();

/** The body of a request without campaign parameters, in the spelling of the wire. */
export const demoBody = (form: DemoForm, fields: DemoFields) => ({
  name: fields.name.trim(),
  email: fields.email.trim(),
  phone: joinPhone(form, fields),
  organization: fields.organization.trim(),
  message: fields.message.trim(),
  ...(fields.website === '' ? {} : { website: fields.website }),
});

/** Fields of a demo request, as its call and the database name them, in the order of exports and mails. */
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

/** The fields of a demo request; missing ones are empty. */
export type LeadFields = Record<(typeof LEAD_FIELDS)[number], string>;
