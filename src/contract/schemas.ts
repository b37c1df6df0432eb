import * as yup from 'yup';
import { CAMPAIGN_KEYS, CAMPAIGN_VALUE_LENGTH_MAX } from './campaign.ts';
import { isCampaignEmail } from './campaign-email.ts';
import { CODE_LENGTH } from './code.ts';
import { DEMO_MESSAGE_LENGTH_MAX, PHONE_LENGTH_MAX } from './demo-request.ts';
import { isEmail, isWorkEmail, WORK_EMAIL_MESSAGE } from './email.ts';
import { DEPARTMENTS } from './lists/departments.ts';
import { LOCATION_LENGTH_MAX } from './lists/locations.ts';
import { isName, NAME_LENGTH_MAX } from './name.ts';
import { PASSWORD_LENGTH_MAX } from './password.ts';
import { isAboutText, isDisplayName } from './sign-up.ts';
import { isFilled, isPlainText, isSingleLine } from './text.ts';
import { isWebsite } from './website.ts';

const text = () => yup.string().strict().defined();

const line = (max: number) =>
  text().max(max).test('single-line', 'must be one line of text', isSingleLine);

const name = () => line(NAME_LENGTH_MAX).test('name', 'must not be empty', isName);

const email = () => text().test('email', 'must be an email address', isEmail);

const workEmail = () => text().test('work-email', WORK_EMAIL_MESSAGE, isWorkEmail);

const campaignText = () =>
  yup
    .string()
    .strict()
    .max(CAMPAIGN_VALUE_LENGTH_MAX)
    .test('single-line', 'must be one line of text', (value = '') => isSingleLine(value));

/** Campaign fields of a demo request. `utm_term` is always empty. */
const CAMPAIGN_WIRE_KEYS = [...CAMPAIGN_KEYS, 'utm_term'] as const;

/** A request with campaign values follows the campaign form's rule for email addresses. */
const demoEmail = () =>
  text().test('demo-email', WORK_EMAIL_MESSAGE, (value, { parent }) =>
    CAMPAIGN_WIRE_KEYS.some((key) => key in parent) ? isCampaignEmail(value) : isWorkEmail(value),
  );

const password = () =>
  text()
    .min(1)
    .max(PASSWORD_LENGTH_MAX * 2);

const uuid = () => text().uuid();

const body = <Fields extends yup.ObjectShape>(fields: Fields) =>
  yup.object(fields).strict().noUnknown().defined();

/**
 * Request bodies of the API, in the spelling of the wire: strict types, no unknown keys. The server
 * validates with them and derives its types from them.
 */
export const schemas = {
  /** For routes without a body. */
  nothing: yup.object({}).strict().noUnknown().nullable().optional(),
  createCompany: body({
    name: name(),
    website: text().test('website', 'must be the address of a website', isWebsite),
    location: line(LOCATION_LENGTH_MAX).test('filled', 'must not be empty', isFilled),
    departments: yup
      .array()
      .strict()
      .of(text().oneOf(DEPARTMENTS))
      .min(1)
      .max(DEPARTMENTS.length)
      .test('distinct', 'must not repeat', (list) => new Set(list).size === list?.length)
      .defined(),
    planname: text().oneOf(['free-trial'] as const),
  }),
  createUser: body({
    comapnyid: uuid(),
    privilege: text().oneOf(['Admin'] as const),
    email: workEmail(),
    name: name(),
    status: text().oneOf(['sent'] as const),
    password: password(),
  }),
  notifySales: body({
    companyName: name(),
    userName: name(),
    userEmail: email(),
  }),
  completeUser: body({
    uuid: uuid(),
    status: text().oneOf(['accepted'] as const),
    password: password(),
    name: name(),
  }),
  login: body({
    email: email(),
    password: yup
      .string()
      .strict()
      .max(PASSWORD_LENGTH_MAX * 2),
    otp: yup.string().strict().max(CODE_LENGTH),
  }).test(
    'one-proof',
    'password or otp, and not both',
    ({ password = '', otp = '' }) => (password === '') !== (otp === ''),
  ),
  updatePassword: body({
    uuid: uuid(),
    status: text().oneOf(['accepted'] as const),
    password: password(),
  }),
  updateCompany: body({
    uuid: uuid(),
    name: text().test('display-name', 'must be one line of text', isDisplayName),
    about: text().test('about', 'must be plain text that is not too long', isAboutText),
  }),
  requestDemo: body({
    name: name(),
    email: demoEmail(),
    phone: line(PHONE_LENGTH_MAX).test('filled', 'must not be empty', isFilled),
    organization: name(),
    message: yup
      .string()
      .strict()
      .max(DEMO_MESSAGE_LENGTH_MAX)
      .test('plain-text', 'must be plain text', (value = '') => isPlainText(value)),
    utm_source: campaignText(),
    utm_medium: campaignText(),
    utm_campaign: campaignText(),
    utm_term: campaignText(),
    utm_content: campaignText(),
    // Honeypot: hidden from people, filled in by bots.
    website: yup.string().strict(),
  }),
} as const;

export type CreateCompany = yup.InferType<typeof schemas.createCompany>;
export type CreateUser = yup.InferType<typeof schemas.createUser>;
export type NotifySales = yup.InferType<typeof schemas.notifySales>;
export type CompleteUser = yup.InferType<typeof schemas.completeUser>;
export type Login = yup.InferType<typeof schemas.login>;
export type UpdatePassword = yup.InferType<typeof schemas.updatePassword>;
export type UpdateCompany = yup.InferType<typeof schemas.updateCompany>;
export type RequestDemo = yup.InferType<typeof schemas.requestDemo>;
