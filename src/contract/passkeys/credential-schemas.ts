import * as yup from 'yup';
import { PASSKEY_NAME } from '#contract/description/patterns.ts';
import { isPasskeyName, PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';

// Lengths of base64url: four characters for every three bytes.
/** 1023 bytes (WebAuthn level 3, §4, credential ID). */
const CREDENTIAL_ID_MAX = 1364;
/** 64 bytes (WebAuthn level 3, §5.4.3). */
const USER_HANDLE_MAX = 86;
/** About 120 bytes and the origin; browsers may add members. */
const CLIENT_DATA_MAX = 4096;
/** 37 bytes, a credential id, a public key of at most 550 bytes, and extensions. */
const AUTHENTICATOR_DATA_MAX = 4096;
/** 512 bytes for an RSA key of 4096 bits. */
const SIGNATURE_MAX = 1024;
const TRANSPORTS_MAX = 8;
/** Characters in a transport or an attachment, the longest of which is `cross-platform`. */
const WORD_MAX = 32;

/** Base64url without padding, at most `max` characters. */
const base64url = (max: number) =>
  yup
    .string()
    .strict()
    .max(max)
    .matches(/^[A-Za-z0-9_-]+$/);
const bytes = (max: number) => base64url(max).defined();
const word = () => yup.string().strict().max(WORD_MAX);

/** What `PublicKeyCredential.toJSON()` gives beside the response. */
const credentialFields = () => ({
  id: bytes(CREDENTIAL_ID_MAX),
  rawId: bytes(CREDENTIAL_ID_MAX),
  type: yup
    .string()
    .strict()
    .oneOf(['public-key'] as const)
    .defined(),
  // Accepted, so that a client can send them, but not used.
  authenticatorAttachment: word()
    .nullable()
    .meta({ type: ['string', 'null'] }),
  clientExtensionResults: yup.object({}).strict().defined(),
});

/** The credential of a login as JSON (WebAuthn level 3, AuthenticationResponseJSON). */
export const loginCredential = () =>
  yup
    .object({
      ...credentialFields(),
      response: yup
        .object({
          clientDataJSON: bytes(CLIENT_DATA_MAX),
          authenticatorData: bytes(AUTHENTICATOR_DATA_MAX),
          signature: bytes(SIGNATURE_MAX),
          userHandle: bytes(USER_HANDLE_MAX),
        })
        .strict()
        .noUnknown()
        .defined(),
    })
    .strict()
    .noUnknown()
    .defined();

/** The credential of a registration as JSON (WebAuthn level 3, RegistrationResponseJSON). */
export const registrationCredential = () =>
  yup
    .object({
      ...credentialFields(),
      response: yup
        .object({
          clientDataJSON: bytes(CLIENT_DATA_MAX),
          attestationObject: bytes(2 * AUTHENTICATOR_DATA_MAX),
          transports: yup.array().strict().of(word().defined()).max(TRANSPORTS_MAX),
          // Parts of the attestation object, which are read from there.
          authenticatorData: base64url(AUTHENTICATOR_DATA_MAX),
          publicKey: base64url(AUTHENTICATOR_DATA_MAX),
          publicKeyAlgorithm: yup.number().strict().integer(),
        })
        .strict()
        .noUnknown()
        .defined(),
    })
    .strict()
    .noUnknown()
    .defined();

/** The name that a user gives a passkey. */
export const passkeyName = () =>
  yup
    .string()
    .strict()
    .defined()
    .min(1)
    .max(PASSKEY_NAME_LENGTH_MAX)
    .test('passkey-name', 'must be one line of visible text', isPasskeyName)
    .meta({ pattern: PASSKEY_NAME });
