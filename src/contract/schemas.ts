import * as yup from 'yup';
import { CAMPAIGN_WIRE_KEYS } from './campaign.ts';
import { isCampaignEmail } from './campaign-email.ts';
import { isName } from './company.ts';
import { DEPARTMENTS } from './departments.ts';
import { isEmail, isWorkEmail } from './email.ts';
import {
  CAMPAIGN_VALUE_LENGTH_MAX,
  CODE_LENGTH,
  DEMO_MESSAGE_LENGTH_MAX,
  LOCATION_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  PHONE_LENGTH_MAX,
} from './limits.ts';
import { isAboutText, isDisplayName } from './sign-up.ts';
import { isFilled, isPlainText, isSingleLine } from './text.ts';
import { isWebsite } from './website.ts';

const text = () => yup.string().strict().defined();

const line = (max: number) =>
  text().max(max).test('single-line', 'must be one line of text', isSingleLine);

const name = () => line(NAME_LENGTH_MAX).test('name', 'must not be empty', isName);

const email = () => text().test('email', 'must be an email address', isEmail);

const workEmail = () =>
  text().test('work-email', 'Please use a valid company email address.', isWorkEmail);

const campaignText = () =>
  yup
    .string()
    .strict()
    .max(CAMPAIGN_VALUE_LENGTH_MAX)
    .test('single-line', 'must be one line of text', (value = '') => isSingleLine(value));

/** A request that carries a campaign's values has its rule for addresses. */
const demoEmail = () =>
  text().test('demo-email', 'Please use a valid company email address.', (value, { parent }) =>
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
 * The bodies that the API takes, in the wire's own spelling. Both sides hold to them:
 * strict types, no unknown keys.
 */
export const schemas = {
  /** For calls whose path says it all. */
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
  tellSales: body({
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
    // No field of a person: it is there for programs that fill in whatever they find.
    website: yup.string().strict(),
  }),
} as const;

export type CreateCompany = yup.InferType<typeof schemas.createCompany>;
export type CreateUser = yup.InferType<typeof schemas.createUser>;
export type TellSales = yup.InferType<typeof schemas.tellSales>;
export type CompleteUser = yup.InferType<typeof schemas.completeUser>;
export type Login = yup.InferType<typeof schemas.login>;
export type UpdatePassword = yup.InferType<typeof schemas.updatePassword>;
export type UpdateCompany = yup.InferType<typeof schemas.updateCompany>;
export type RequestDemo = yup.InferType<typeof schemas.requestDemo>;
