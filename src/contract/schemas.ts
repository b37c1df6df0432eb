import * as yup from 'yup';
import { CAMPAIGN_KEYS, CAMPAIGN_VALUE_LENGTH_MAX } from './campaign.ts';
import { isCampaignEmail } from './campaign-email.ts';
import { CODE_LENGTH, isCode } from './code.ts';
import { ABOUT_LENGTH_MAX } from './company.ts';
import { DEMO_MESSAGE_LENGTH_MAX, PHONE_LENGTH_MAX } from './demo-request.ts';
import {
  CAMPAIGN_EMAIL,
  EMAIL,
  FILLED_LINE,
  PLAIN_TEXT,
  SINGLE_LINE,
  WEBSITE,
  WORK_EMAIL,
} from './description/patterns.ts';
import { EMAIL_LENGTH_MAX, isEmail, isWorkEmail, WORK_EMAIL_MESSAGE } from './email.ts';
import { DEPARTMENTS } from './lists/departments.ts';
import { LOCATION_LENGTH_MAX } from './lists/locations.ts';
import { LOGO_NAME } from './logo.ts';
import { isName, NAME_LENGTH_MAX } from './name.ts';
import {
  loginCredential,
  passkeyName,
  registrationCredential,
} from './passkeys/credential-schemas.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './password.ts';
import { BROWSER_TOKEN_LENGTH_MAX } from './session.ts';
import { isAboutText, isDisplayName } from './sign-up.ts';
import { isFilled, isPlainText, isSingleLine, UUID } from './text.ts';
import { isWebsite, WEBSITE_LENGTH_MAX } from './website.ts';

// A rule that yup does not know has its JSON Schema beside it (`meta`), for the description of the API.

const text = () => yup.string().strict().defined();

const line = (max: number) =>
  text()
    .max(max)
    .test('single-line', 'must be one line of text', isSingleLine)
    .meta({ pattern: SINGLE_LINE });

const filledLine = (max: number) =>
  line(max).test('filled', 'must not be empty', isFilled).meta({ pattern: FILLED_LINE });

const name = () =>
  line(NAME_LENGTH_MAX).test('name', 'must not be empty', isName).meta({ pattern: FILLED_LINE });

/** An email address; internationalised ones have no regular expression. */
const emailText = (pattern: string) =>
  text().meta({ format: 'email', maxLength: EMAIL_LENGTH_MAX, pattern });

const email = () => emailText(EMAIL).test('email', 'must be an email address', isEmail);

const workEmail = () => emailText(WORK_EMAIL).test('work-email', WORK_EMAIL_MESSAGE, isWorkEmail);

const campaignText = () =>
  yup
    .string()
    .strict()
    .max(CAMPAIGN_VALUE_LENGTH_MAX)
    .test('single-line', 'must be one line of text', (value = '') => isSingleLine(value))
    .meta({ pattern: SINGLE_LINE });

/** Campaign fields of a demo request. `utm_term` is always empty. */
const CAMPAIGN_WIRE_KEYS = [...CAMPAIGN_KEYS, 'utm_term'] as const;

/** A request with campaign values follows the campaign form's rule for email addresses. */
const demoEmail = () =>
  emailText(EMAIL).test('demo-email', WORK_EMAIL_MESSAGE, (value, { parent }) =>
    CAMPAIGN_WIRE_KEYS.some((key) => key in parent) ? isCampaignEmail(value) : isWorkEmail(value),
  );

/** A new password. Its other rules need the email address: `validatePassword`. */
const newPassword = () =>
  text()
    .min(1)
    .max(PASSWORD_LENGTH_MAX * 2)
    .meta({ minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX });

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
    website: text()
      .test('website', 'must be the address of a website', isWebsite)
      .meta({ maxLength: WEBSITE_LENGTH_MAX, pattern: WEBSITE }),
    location: filledLine(LOCATION_LENGTH_MAX),
    departments: yup
      .array()
      .strict()
      .of(text().oneOf(DEPARTMENTS))
      .min(1)
      .max(DEPARTMENTS.length)
      .test('distinct', 'must not repeat', (list) => new Set(list).size === list?.length)
      .meta({ uniqueItems: true })
      .defined(),
    planname: text().oneOf(['free-trial'] as const),
    /** The address that the page shows, in case the browser has got the ticket of another one. */
    email: emailText(WORK_EMAIL)
      .optional()
      .test('work-email', WORK_EMAIL_MESSAGE, (value) => value === undefined || isWorkEmail(value)),
  }),
  createUser: body({
    comapnyid: uuid(),
    privilege: text().oneOf(['Admin'] as const),
    email: workEmail(),
    name: name(),
    status: text().oneOf(['sent'] as const),
    password: newPassword(),
  }),
  notifySales: body({
    companyName: name(),
    userName: name(),
    userEmail: email(),
  }),
  completeUser: body({
    uuid: uuid(),
    status: text().oneOf(['accepted'] as const),
    password: newPassword(),
    name: name(),
  }),
  login: body({
    email: email(),
    password: yup
      .string()
      .strict()
      .max(PASSWORD_LENGTH_MAX * 2),
    otp: yup.string().strict().max(CODE_LENGTH),
  })
    .test(
      'one-proof',
      'password or otp, and not both',
      ({ password = '', otp = '' }) => (password === '') !== (otp === ''),
    )
    .meta({
      oneOf: [
        {
          required: ['password'],
          properties: { password: { minLength: 1 }, otp: { maxLength: 0 } },
        },
        { required: ['otp'], properties: { otp: { minLength: 1 }, password: { maxLength: 0 } } },
      ],
    }),
  knowBrowser: body({
    token: text()
      .max(BROWSER_TOKEN_LENGTH_MAX)
      .matches(/^[\w.-]+$/),
  }),
  updatePassword: body({
    uuid: uuid(),
    status: text().oneOf(['accepted'] as const),
    password: newPassword(),
  }),
  passkeyLogin: body({ credential: loginCredential() }),
  registerPasskey: body({ name: passkeyName(), credential: registrationCredential() }),
  renamePasskey: body({ id: uuid(), name: passkeyName() }),
  removePasskey: body({ id: uuid() }),
  endSession: body({ id: text().matches(UUID) }),
  updateCompany: body({
    uuid: uuid(),
    name: text()
      .test('display-name', 'must be one line of text', isDisplayName)
      .meta({ maxLength: NAME_LENGTH_MAX, pattern: SINGLE_LINE }),
    about: text()
      .test('about', 'must be plain text that is not too long', isAboutText)
      .meta({ maxLength: ABOUT_LENGTH_MAX, pattern: PLAIN_TEXT }),
  }),
  requestDemo: body({
    name: name(),
    email: demoEmail(),
    phone: filledLine(PHONE_LENGTH_MAX),
    organization: name(),
    message: yup
      .string()
      .strict()
      .max(DEMO_MESSAGE_LENGTH_MAX)
      .test('plain-text', 'must be plain text', (value = '') => isPlainText(value))
      .meta({ pattern: PLAIN_TEXT }),
    utm_source: campaignText(),
    utm_medium: campaignText(),
    utm_campaign: campaignText(),
    utm_term: campaignText(),
    utm_content: campaignText(),
    // Honeypot: hidden from people, filled in by bots.
    website: yup.string().strict(),
  }).meta({
    if: { anyOf: CAMPAIGN_WIRE_KEYS.map((key) => ({ required: [key] })) },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { properties: { email: { pattern: CAMPAIGN_EMAIL } } },
    else: { properties: { email: { pattern: WORK_EMAIL } } },
  }),
} as const;

/** Path parameters of the API, by name; the handlers check them. */
export const parameters = {
  workEmail: workEmail(),
  email: email(),
  code: text()
    .test('code', 'must be a code', isCode)
    .meta({ pattern: `^[0-9]{${CODE_LENGTH}}$` }),
  logoName: text().matches(LOGO_NAME),
} as const;

export type CreateCompany = yup.InferType<typeof schemas.createCompany>;
export type CreateUser = yup.InferType<typeof schemas.createUser>;
export type NotifySales = yup.InferType<typeof schemas.notifySales>;
export type CompleteUser = yup.InferType<typeof schemas.completeUser>;
export type Login = yup.InferType<typeof schemas.login>;
export type KnowBrowser = yup.InferType<typeof schemas.knowBrowser>;
export type UpdatePassword = yup.InferType<typeof schemas.updatePassword>;
/** The credential that `navigator.credentials.get` has given, as JSON. Unknown fields are refused. */
export type PasskeyLogin = yup.InferType<typeof schemas.passkeyLogin>;
/** The credential that `navigator.credentials.create` has given, as JSON. Unknown fields are refused. */
export type RegisterPasskey = yup.InferType<typeof schemas.registerPasskey>;
export type RenamePasskey = yup.InferType<typeof schemas.renamePasskey>;
export type RemovePasskey = yup.InferType<typeof schemas.removePasskey>;
export type EndSession = yup.InferType<typeof schemas.endSession>;
export type UpdateCompany = yup.InferType<typeof schemas.updateCompany>;
export type RequestDemo = yup.InferType<typeof schemas.requestDemo>;
