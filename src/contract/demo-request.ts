import { isCampaignEmail } from './campaign-email.ts';
import { isWorkEmail } from './email.ts';
import { CAMPAIGN_PHONE_DIGITS } from './limits.ts';
import { isFilled } from './text.ts';

/** Which of the two forms a request comes from; each has rules of its own. */
export type DemoForm = 'page' | 'campaign';

/** What is typed into a demo form. The campaign form asks for neither dial code nor message. */
export interface DemoFields {
  name: string;
  email: string;
  organization: string;
  dialCode: string;
  phone: string;
  message: string;
  /** A field that people don't see; whoever fills it in is no person. */
  website: string;
}

/** What keeps a demo request from being sent, by field. */
export interface DemoFaults {
  name?: 'missing';
  email?: 'missing' | 'invalid';
  organization?: 'missing';
  phone?: 'missing' | 'invalid';
}

/** Whether a number is what the campaign form wants: ten digits and nothing else. */
const isCampaignPhone = (phone: string): boolean =>
  phone.length === CAMPAIGN_PHONE_DIGITS && /^[0-9]+$/.test(phone);

const emailFault = (form: DemoForm, email: string): DemoFaults['email'] => {
  if (!isFilled(email)) return 'missing';
  const isValid = form === 'campaign' ? isCampaignEmail(email) : isWorkEmail(email);
  return isValid ? undefined : 'invalid';
};

const phoneFault = (form: DemoForm, phone: string): DemoFaults['phone'] => {
  // The page's own form checks no format.
  if (form === 'page') return isFilled(phone) ? undefined : 'missing';
  return isCampaignPhone(phone.trim()) ? undefined : 'invalid';
};

/** Finds everything that keeps a form's request from being sent. */
export const demoFaults = (form: DemoForm, fields: DemoFields): DemoFaults => {
  const email = emailFault(form, fields.email);
  const phone = phoneFault(form, fields.phone);
  return {
    ...(!isFilled(fields.name) && { name: 'missing' }),
    ...(email && { email }),
    ...(!isFilled(fields.organization) && { organization: 'missing' }),
    ...(phone && { phone }),
  };
};

/** Whether nothing keeps a form's request from being sent. */
export const isDemoComplete = (form: DemoForm, fields: DemoFields): boolean =>
  Object.keys(demoFaults(form, fields)).length === 0;

/** Whether an address is marked while it is being typed: it is there, and its form refuses it. */
export const isEmailFlagged = (form: DemoForm, email: string): boolean =>
  emailFault(form, email) === 'invalid';

/** A number as the wire carries it: the page joins the dial code with it, the campaign sends it bare. */
export const joinPhone = (form: DemoForm, { dialCode, phone }: DemoFields): string =>
  form === 'page' ? `${dialCode}${phone.trim()}` : phone.trim();
