import type { AnySchema, InferType } from 'yup';
import { CODE_LENGTH, RESEND_PAUSE_MS } from '#contract/code.ts';
import type { CallName, calls } from '#contract/description/calls.ts';
import { TICKET_LIFETIME_MS } from '#contract/ticket.ts';

type Calls = typeof calls;
type BodyOf<Name extends CallName> = Calls[Name] extends { body: infer Body extends AnySchema }
  ? InferType<Body>
  : undefined;
type ResponseOf<Name extends CallName> = Calls[Name] extends {
  response: infer Response extends AnySchema;
}
  ? InferType<Response>
  : undefined;

const MS_PER_S = 1000;
const EMAIL = 'asha@acme.example';
const CODE = '123456'.slice(0, CODE_LENGTH);
const COMPANY_ID = '0b2f5a3e-7c61-4d0e-9b1a-5f8e2c4d6a70';
const USER_ID = '9d4c1e72-3a5b-4f86-8e0d-1b7a6c5f2e39';
const LOGO_NAME = 'pW3kZ0tQvX9bLr2NfA7s_g.png';
const PASSWORD = 'correct horse battery staple';

/** Example values of the path parameters. */
export const parameterExamples: Record<string, string> = {
  email: EMAIL,
  code: CODE,
  name: LOGO_NAME,
};

/** An example of every JSON body, as a client sends it. */
export const bodyExamples: { [Name in CallName]: BodyOf<Name> } = {
  sendSignUpCode: {},
  verifySignUpCode: undefined,
  createCompany: {
    name: 'Acme Freight',
    website: 'acme.example',
    location: 'Delhi, Pune',
    departments: ['Sales', 'Finance'],
    planname: 'free-trial',
  },
  uploadLogo: undefined,
  notifySales: { companyName: 'Acme Freight', userName: 'Asha Rao', userEmail: EMAIL },
  updateCompany: { uuid: COMPANY_ID, name: 'Acme', about: 'We move what others make.' },
  requestDemo: {
    name: 'Asha Rao',
    email: EMAIL,
    phone: '+91 98765 43210',
    organization: 'Acme Freight',
    message: 'Twenty drivers a month.',
  },
  createUser: {
    comapnyid: COMPANY_ID,
    privilege: 'Admin',
    email: EMAIL,
    name: 'Admin',
    status: 'sent',
    password: PASSWORD,
  },
  completeUser: { uuid: USER_ID, status: 'accepted', password: PASSWORD, name: 'Asha Rao' },
  sendLoginCode: {},
  login: { email: EMAIL, otp: CODE },
  updatePassword: { uuid: USER_ID, status: 'accepted', password: 'a quite different passphrase' },
  refresh: {},
  logout: {},
  currentUser: undefined,
  xsrf: undefined,
  logo: undefined,
  alive: undefined,
  ready: undefined,
};

const codeSent = { message: 'sent', retryAfter: RESEND_PAUSE_MS / MS_PER_S } as const;

/** An example of every successful JSON response. */
export const responseExamples: { [Name in CallName]: ResponseOf<Name> } = {
  sendSignUpCode: codeSent,
  verifySignUpCode: { message: 'verified', ticketSeconds: TICKET_LIFETIME_MS / MS_PER_S },
  createCompany: { message: COMPANY_ID },
  uploadLogo: { message: `/logos/${LOGO_NAME}` },
  notifySales: { message: 'sent' },
  updateCompany: { message: 'updated' },
  requestDemo: { message: 'received' },
  createUser: { message: USER_ID },
  completeUser: { message: 'updated' },
  sendLoginCode: codeSent,
  login: { ATSEnabled: false, success: { uuid: USER_ID, status: 'accepted' } },
  updatePassword: { ATSEnabled: false },
  refresh: { message: 'refreshed' },
  logout: { message: 'logged out' },
  currentUser: { success: { uuid: USER_ID, status: 'accepted', name: 'Asha Rao', email: EMAIL } },
  xsrf: { token: 'kJ8wV3nQ5rT1yU7i.m2Z4xC6vB9aS0dF3' },
  logo: undefined,
  alive: { status: 'ok' },
  ready: { status: 'ready' },
};
