import type { AnySchema, InferType } from 'yup';
import * as brand from '#contract/brand.ts';
import { CODE_LENGTH, RESEND_PAUSE_MS } from '#contract/code.ts';
import type { CallName, calls } from '#contract/description/calls.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
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
const PASSKEY_ID = '4f1b6c0e-52d7-4c8a-9a3e-6d7f8b9c0a1d';
const SESSION_ID = '01956f3a-8c1e-7a42-9d3b-7e5f6a4b2c10';
const CREDENTIAL_ID = 'dGhlIGlkIG9mIGEgcGFzc2tleQ';
const USER_HANDLE = 'MzIgcmFuZG9tIGJ5dGVzIG9mIHRoaXMgdXNlciBvbmx5';
const HOST = new URL(brand.siteAddress).host;
const BYTES = 'd2hhdCBhbiBhdXRoZW50aWNhdG9yIG1ha2Vz';
const CLIENT_DATA = Buffer.from(
  JSON.stringify({ type: 'webauthn.get', challenge: 'eA', origin: `https://${HOST}` }),
).toString('base64url');
const PASSWORD = 'correct horse battery staple';

/** Example values of the path parameters. */
export const parameterExamples: Record<string, string> = {
  email: EMAIL,
  code: CODE,
  name: LOGO_NAME,
};

const credential = {
  id: CREDENTIAL_ID,
  rawId: CREDENTIAL_ID,
  type: 'public-key',
  clientExtensionResults: {},
} as const;

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
    email: EMAIL,
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
  passkeyLoginOptions: {},
  passkeyLogin: {
    credential: {
      ...credential,
      response: {
        clientDataJSON: CLIENT_DATA,
        authenticatorData: BYTES,
        signature: BYTES,
        userHandle: USER_HANDLE,
      },
    },
  },
  sendBrowserLink: {},
  knowBrowser: { token: `${USER_ID}.th7k2.kJ8wV3nQ5rT1yU7iZ4xC6v` },
  passkeyRegistrationOptions: {},
  registerPasskey: {
    name: 'Laptop',
    credential: {
      ...credential,
      response: {
        clientDataJSON: CLIENT_DATA,
        attestationObject: BYTES,
        transports: ['internal', 'hybrid'],
      },
    },
  },
  listPasskeys: undefined,
  renamePasskey: { id: PASSKEY_ID, name: 'Work laptop' },
  removePasskey: { id: PASSKEY_ID },
  listSessions: undefined,
  endSession: { id: SESSION_ID },
  endOtherSessions: {},
  refresh: {},
  logout: {},
  currentUser: undefined,
  xsrf: undefined,
  logo: undefined,
  alive: undefined,
  ready: undefined,
};

const codeSent = { message: 'sent', retryAfter: RESEND_PAUSE_MS / MS_PER_S } as const;

const ceremony = {
  challenge: 'MzIgcmFuZG9tIGJ5dGVzIGZvciBvbmUgbG9naW4gb25seQ',
  timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
};

const passkey = {
  id: PASSKEY_ID,
  name: 'Laptop',
  createdAt: '2026-01-02T03:04:05.678Z',
  isBackedUp: true,
  endsWithReset: false,
};

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
  sendBrowserLink: { message: 'sent' },
  knowBrowser: { message: 'known' },
  passkeyLoginOptions: {
    ...ceremony,
    rpId: HOST,
    userVerification: 'required',
  },
  passkeyLogin: { ATSEnabled: false, success: { uuid: USER_ID, status: 'accepted' } },
  passkeyRegistrationOptions: {
    ...ceremony,
    rp: { id: HOST, name: brand.name },
    user: { id: USER_HANDLE, name: EMAIL, displayName: 'Asha Rao' },
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -257 },
    ],
    excludeCredentials: [
      { type: 'public-key', id: CREDENTIAL_ID, transports: ['internal', 'hybrid'] },
    ],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  },
  registerPasskey: { passkey },
  listPasskeys: { passkeys: [{ ...passkey, lastUsedAt: '2026-02-03T04:05:06.789Z' }] },
  renamePasskey: { message: 'renamed' },
  removePasskey: { message: 'removed' },
  listSessions: {
    sessions: [
      {
        id: SESSION_ID,
        browser: 'Firefox on Linux',
        network: '203.0.113.7',
        openedAt: '2026-01-02T03:04:05.678Z',
        renewedAt: '2026-02-03T04:05:06.789Z',
        isCurrent: true,
      },
    ],
  },
  endSession: { message: 'ended' },
  endOtherSessions: { message: 'ended' },
  refresh: { message: 'refreshed' },
  logout: { message: 'logged out' },
  currentUser: { success: { uuid: USER_ID, status: 'accepted', name: 'Asha Rao', email: EMAIL } },
  xsrf: { token: 'kJ8wV3nQ5rT1yU7i.m2Z4xC6vB9aS0dF3' },
  logo: undefined,
  alive: { status: 'ok' },
  ready: { status: 'ready' },
};
