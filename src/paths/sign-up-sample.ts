import { HOUR_MS } from '#contract/durations.ts';
import { EMPTY_FIELDS, type SignUpFields } from '#machines/rules/sign-up.ts';
import { START_TIME_MS } from './path-options.ts';

/** Values that the options of the sign-up's charts share. */
export const email = 'asha@acme.example';
export const ticketEndsAt = START_TIME_MS + 2 * HOUR_MS;
export const account = {
  ownerEmail: email,
  companyId: 'c',
  logoAddress: '/logos/l.png',
  userId: 'u',
};
export const fields: SignUpFields = {
  ...EMPTY_FIELDS,
  name: 'Acme',
  website: 'acme.example',
  departments: ['Sales'],
  locations: ['Delhi'],
  personName: 'Asha',
};
