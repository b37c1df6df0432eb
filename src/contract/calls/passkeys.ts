import * as yup from 'yup';
import { name as brandName } from '#contract/brand.ts';
import { defineCall, SESSION_COOKIES } from './call.ts';
import { CREDENTIAL_ID, example, HOST, USER_HANDLE } from './examples.ts';
import { body, done, flag, integer, list, loggedIn, nothing, oneOf, text, uuid } from './fields.ts';
import {
  AUTHENTICATOR_DATA_MAX,
  BYTES,
  base64url,
  base64urlText,
  bytes,
  CLIENT_DATA,
  CLIENT_DATA_MAX,
  ceremony,
  credentialFields,
  exampleOfCeremony,
  exampleOfCredential,
  exampleOfPasskey,
  passkey,
  passkeyName,
  SIGNATURE_MAX,
  TRANSPORTS_MAX,
  USER_HANDLE_MAX,
  word,
} from './passkey-fields.ts';

export const passkeyCalls = {
  passkeyRegistrationOptions: defineCall({
    method: 'POST',
    path: '/v2/user/passkey/register/options',
    tag: 'Passkeys',
    summary: 'Options for adding a passkey',
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON`. The session must have been opened by a code, a passkey or a sign-up within the last 10 minutes, and the account must be accepted. The challenge is valid for 5 minutes, once, in this browser.',
    body: nothing,
    response: body({
      ...ceremony(),
      rp: body({ id: text().min(1), name: text().min(1) }),
      user: body({ id: base64urlText(), name: text().min(1), displayName: text().min(1) }),
      pubKeyCredParams: list(body({ type: oneOf('public-key'), alg: integer() })).min(1),
      excludeCredentials: list(
        body({
          type: oneOf('public-key'),
          id: base64urlText(),
          transports: list(text()),
        }),
      ),
      authenticatorSelection: body({
        residentKey: oneOf('required'),
        requireResidentKey: flag().oneOf([true]),
        userVerification: oneOf('required'),
      }),
      attestation: oneOf('none'),
    }),
    examples: {
      body: {},
      response: {
        ...exampleOfCeremony,
        rp: { id: HOST, name: brandName },
        user: { id: USER_HANDLE, name: example.email, displayName: 'Asha Rao' },
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
    },
    identity: 'access',
    errors: ['unauthenticated', 'forbidden', 'passkey_limit'],
  }),
  registerPasskey: defineCall({
    method: 'POST',
    path: '/v2/user/passkey/register',
    tag: 'Passkeys',
    summary: 'Add a passkey',
    description:
      'The session must have been opened by a code, a passkey or a sign-up within the last 10 minutes. Sends a mail. Attestation with certificates is refused.',
    body: body({
      name: passkeyName(),
      /** The credential as JSON (WebAuthn level 3, RegistrationResponseJSON). */
      credential: body({
        ...credentialFields(),
        response: body({
          clientDataJSON: bytes(CLIENT_DATA_MAX),
          attestationObject: bytes(2 * AUTHENTICATOR_DATA_MAX),
          transports: yup.array().strict().of(word().defined()).max(TRANSPORTS_MAX),
          // Parts of the attestation object, which are read from there.
          authenticatorData: base64url(AUTHENTICATOR_DATA_MAX),
          publicKey: base64url(AUTHENTICATOR_DATA_MAX),
          publicKeyAlgorithm: yup.number().strict().integer(),
        }),
      }),
    }),
    response: body({ passkey: passkey() }),
    examples: {
      body: {
        name: 'Laptop',
        credential: {
          ...exampleOfCredential,
          response: {
            clientDataJSON: CLIENT_DATA,
            attestationObject: BYTES,
            transports: ['internal', 'hybrid'],
          },
        },
      },
      response: { passkey: exampleOfPasskey },
    },
    identity: 'access',
    errors: ['passkey_invalid', 'unauthenticated', 'forbidden', 'passkey_limit'],
  }),
  listPasskeys: defineCall({
    method: 'GET',
    path: '/v2/user/passkey/list',
    tag: 'Passkeys',
    summary: 'The passkeys of the logged-in user, oldest first',
    response: body({ passkeys: list(passkey()) }),
    examples: {
      response: { passkeys: [{ ...exampleOfPasskey, lastUsedAt: '2026-02-03T04:05:06.789Z' }] },
    },
    identity: 'access',
    errors: ['unauthenticated'],
  }),
  renamePasskey: defineCall({
    method: 'POST',
    path: '/v2/user/passkey/rename',
    tag: 'Passkeys',
    summary: 'Rename a passkey',
    description: 'The session must have been opened within the last 10 minutes.',
    body: body({ id: uuid(), name: passkeyName() }),
    response: done('renamed'),
    examples: {
      body: { id: example.passkeyId, name: 'Work laptop' },
      response: { message: 'renamed' },
    },
    identity: 'access',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
  }),
  passkeyLoginOptions: defineCall({
    method: 'POST',
    path: '/v2/user/passkey/login/options',
    tag: 'Passkeys',
    summary: 'Options for a login by passkey',
    description:
      'For `PublicKeyCredential.parseRequestOptionsFromJSON`. They depend on no address. The challenge is valid for 5 minutes, for one login, in this browser.',
    body: nothing,
    response: body({
      ...ceremony(),
      rpId: text().min(1),
      userVerification: oneOf('required'),
    }),
    examples: {
      body: {},
      response: { ...exampleOfCeremony, rpId: HOST, userVerification: 'required' },
    },
  }),
  passkeyLogin: defineCall({
    method: 'POST',
    path: '/v2/user/passkey/login',
    tag: 'Passkeys',
    summary: 'Log in by passkey',
    description:
      'The credential is what `PublicKeyCredential.toJSON()` gives, without fields that are not described here. An attempt uses up its challenge.',
    body: body({
      /** The credential as JSON (WebAuthn level 3, AuthenticationResponseJSON). */
      credential: body({
        ...credentialFields(),
        response: body({
          clientDataJSON: bytes(CLIENT_DATA_MAX),
          authenticatorData: bytes(AUTHENTICATOR_DATA_MAX),
          signature: bytes(SIGNATURE_MAX),
          userHandle: bytes(USER_HANDLE_MAX),
        }),
      }),
    }),
    response: loggedIn(),
    examples: {
      body: {
        credential: {
          ...exampleOfCredential,
          response: {
            clientDataJSON: CLIENT_DATA,
            authenticatorData: BYTES,
            signature: BYTES,
            userHandle: USER_HANDLE,
          },
        },
      },
      response: { ATSEnabled: false, success: { uuid: example.userId, status: 'accepted' } },
    },
    cookies: [...SESSION_COOKIES, 'device'],
    errors: ['passkey_invalid'],
  }),
  removePasskey: defineCall({
    method: 'POST',
    path: '/v2/user/passkey/remove',
    tag: 'Passkeys',
    summary: 'Remove a passkey',
    description:
      'The session must have been opened within the last 10 minutes. Ends every other session that a passkey has opened, and sends a mail.',
    body: body({ id: uuid() }),
    response: done('removed'),
    examples: { body: { id: example.passkeyId }, response: { message: 'removed' } },
    identity: 'access',
    errors: ['unauthenticated', 'forbidden', 'not_found', 'last_way_in'],
  }),
};
