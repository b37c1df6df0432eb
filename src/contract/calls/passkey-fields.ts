import * as yup from 'yup';
import {
  isPasskeyName,
  PASSKEY_CHALLENGE_LIFETIME_MS,
  PASSKEY_NAME_LENGTH_MAX,
} from '#contract/passkey.ts';
import { CREDENTIAL_ID, example, HOST } from './examples.ts';
import { body, flag, integer, oneOf, PASSKEY_NAME, text, time, uuid } from './fields.ts';

/* The parts of the calls of passkeys, and their examples. */

// Lengths of base64url: four characters for every three bytes.
/** 1023 bytes (WebAuthn level 3, §4, credential ID). */
const CREDENTIAL_ID_MAX = 1364;
/** 64 bytes (WebAuthn level 3, §5.4.3). */
export const USER_HANDLE_MAX = 86;
/** About 120 bytes and the origin; browsers may add members. */
export const CLIENT_DATA_MAX = 4096;
/** 37 bytes, a credential id, a public key of at most 550 bytes, and extensions. */
export const AUTHENTICATOR_DATA_MAX = 4096;
/** 512 bytes for an RSA key of 4096 bits. */
export const SIGNATURE_MAX = 1024;
export const TRANSPORTS_MAX = 8;
/** Characters in a transport or an attachment, the longest of which is `cross-platform`. */
const WORD_MAX = 32;

/** Base64url without padding, at most `max` characters. */
export const base64url = (max: number) =>
  yup
    .string()
    .strict()
    .max(max)
    .matches(/^[A-Za-z0-9_-]+$/);
export const bytes = (max: number) => base64url(max).defined();
export const word = () => yup.string().strict().max(WORD_MAX);
export const base64urlText = () => text().matches(/^[A-Za-z0-9_-]+$/);

/** What `PublicKeyCredential.toJSON()` gives beside the response. */
export const credentialFields = () => ({
  id: bytes(CREDENTIAL_ID_MAX),
  rawId: bytes(CREDENTIAL_ID_MAX),
  type: oneOf('public-key'),
  // Accepted, so that a client can send them, but not used.
  authenticatorAttachment: word()
    .nullable()
    .meta({ type: ['string', 'null'] }),
  clientExtensionResults: yup.object({}).strict().defined(),
});

export const passkeyName = () =>
  text()
    .min(1)
    .max(PASSKEY_NAME_LENGTH_MAX)
    .test('passkey-name', 'must be one line of visible text', isPasskeyName)
    .meta({ pattern: PASSKEY_NAME });

export const passkey = () =>
  body({
    id: uuid(),
    name: text().min(1),
    createdAt: time(),
    /** Absent until its first login. */
    lastUsedAt: yup.string().strict().meta({ format: 'date-time' }),
    /** Whether the authenticator keeps a copy of it elsewhere (synced). */
    isBackedUp: flag(),
    /** Whether a new password after a login by code removes it: a password alone has added it. */
    endsWithReset: flag(),
  });

/** What both ceremonies of a passkey ask of the authenticator. */
export const ceremony = () => ({
  challenge: base64urlText(),
  /** In milliseconds. */
  timeout: integer().min(1),
});

export const exampleOfCeremony = {
  challenge: 'MzIgcmFuZG9tIGJ5dGVzIGZvciBvbmUgbG9naW4gb25seQ',
  timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
};

export const exampleOfPasskey = {
  id: example.passkeyId,
  name: 'Laptop',
  createdAt: '2026-01-02T03:04:05.678Z',
  isBackedUp: true,
  endsWithReset: false,
};

export const exampleOfCredential = {
  id: CREDENTIAL_ID,
  rawId: CREDENTIAL_ID,
  type: 'public-key',
  clientExtensionResults: {},
} as const;

export const BYTES = 'd2hhdCBhbiBhdXRoZW50aWNhdG9yIG1ha2Vz';
export const CLIENT_DATA = Buffer.from(
  JSON.stringify({ type: 'webauthn.get', challenge: 'eA', origin: `https://${HOST}` }),
).toString('base64url');
