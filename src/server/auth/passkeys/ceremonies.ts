import { randomBytes } from 'node:crypto';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { type Kysely, sql } from 'kysely';
import * as brand from '#contract/brand.ts';
import type { RequestBody, ResponseBody } from '#contract/calls/all-calls.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import type { Database } from '#server/database/types.ts';
import type { Origins } from '#server/http/origins.ts';
import { issueChallenge } from './challenges.ts';

/** The site as authenticators know it (WebAuthn level 3, §4, relying party). */
interface RelyingParty {
  /** Its host name. A passkey belongs to it for good. */
  id: string;
  /** The only origin whose pages may use its passkeys. */
  origin: string;
}

/** The relying party of the site's own origin. Origins of `WEB_ORIGINS` are not part of it. */
export const relyingPartyOf = (origins: Pick<Origins, 'own'>): RelyingParty => {
  const origin = origins.own();
  return { id: new URL(origin).hostname, origin };
};

/**
 * COSE algorithms of the keys: ES256 and RS256 (RFC 8152, RFC 8812). Every authenticator has one of them.
 * Ed25519 is experimental in the Web Crypto API of Node 20.
 */
const KEY_ALGORITHMS = [-7, -257];

/** Public key (ES256) that stands for an unknown passkey, so that its verification takes as long. */
export const DUMMY_PUBLIC_KEY = Buffer.from(
  'pQECAyYgASFYIB8Irs5iBKVIZq0-yWx2VhhfNJu_nYVImWV1hfOuCdBLIlggBVAX3EPOrEj04nE4tk4hJw0diFX6bhd9qn5I0yjsjEA',
  'base64url',
);

/** A challenge that this browser was given and has not answered before, and who asked. */
interface Asked {
  challenge: string;
  relyingParty: RelyingParty;
}

/** A new credential, verified. */
export interface NewCredential {
  credentialId: Buffer;
  /** COSE key. */
  publicKey: Buffer;
  /** Signatures so far; 0 if the authenticator does not count. */
  counter: number;
  transports: string[];
  isBackedUp: boolean;
}

/** What a verified login says of the authenticator. */
export interface Assertion {
  counter: number;
  isBackedUp: boolean;
}

const expectationsOf = ({ challenge, relyingParty }: Asked) => ({
  expectedChallenge: challenge,
  expectedOrigin: relyingParty.origin,
  expectedRPID: relyingParty.id,
  requireUserVerification: true,
});

// The library throws an Error for each check that fails, and for malformed CBOR.
const ifValid = async <Result>(
  verify: () => Promise<Result | undefined>,
): Promise<Result | undefined> => {
  try {
    return await verify();
  } catch {
    return undefined;
  }
};

/**
 * Whether an attestation has no certificates: none, or signed by the credential itself. Others were not
 * asked for. The library would parse them, and fetch revocation lists from addresses in certificates of
 * known makers; the server connects to nothing but its database and its mail server.
 */
const hasNoCertificates = (attestationObject: string): boolean => {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  const hasChain = decoded.get('attStmt').get('x5c') !== undefined;
  return format === 'none' || (format === 'packed' && !hasChain);
};

/** Verifies the credential of a registration; undefined if it is not valid. */
export const verifyRegistration = (
  { id, rawId, type, response }: RequestBody<'registerPasskey'>['credential'],
  asked: Asked,
): Promise<NewCredential | undefined> =>
  ifValid(async () => {
    const { clientDataJSON, attestationObject, transports = [] } = response;
    if (!hasNoCertificates(attestationObject)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectationsOf(asked),
      supportedAlgorithmIDs: KEY_ALGORITHMS,
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
    });
    // The id beside the attestation object is not signed.
    if (!verified || registrationInfo.credential.id !== id) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
      isBackedUp: credentialBackedUp,
    };
  });

/**
 * Verifies the credential of a login against a stored public key; undefined if it is not valid. The
 * caller compares the counter, in the statement that stores it.
 */
export const verifyLogin = (
  { id, rawId, type, response }: RequestBody<'passkeyLogin'>['credential'],
  { publicKey, ...asked }: Asked & { publicKey: Buffer },
): Promise<Assertion | undefined> =>
  ifValid(async () => {
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectationsOf(asked),
      // With 0 the library accepts any counter. It compares before it verifies the signature.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
    });
    return verified
      ? {
          counter: authenticationInfo.newCounter,
          isBackedUp: authenticationInfo.credentialBackedUp,
        }
      : undefined;
  });

/** WebAuthn level 3, §14.6.1: 64 random bytes at most, and nothing that identifies a person. */
const HANDLE_BYTES = 32;

/** The handle of a user, which authenticators keep and return at a login; created by the first call. */
const handleOf = async (db: Kysely<Database>, userId: string): Promise<Buffer> => {
  const { handle } = await db
    .updateTable('users')
    .set({ passkey_handle: sql<Buffer>`coalesce(passkey_handle, ${randomBytes(HANDLE_BYTES)})` })
    .where('id', '=', userId)
    .returning(sql<Buffer>`passkey_handle`.as('handle'))
    .executeTakeFirstOrThrow();
  return handle;
};

/**
 * Options for a new passkey, with a new challenge. The authenticator must verify its user, and keep the
 * credential itself, so that a login needs no address. Attestation is not asked for.
 */
export const registrationOptions = async (
  db: Kysely<Database>,
  relyingParty: RelyingParty,
  { user, browser }: { user: { id: string; email: string; name: string }; browser: string },
): Promise<ResponseBody<'passkeyRegistrationOptions'>> => {
  const handle = await handleOf(db, user.id);
  const existing = await db
    .selectFrom('passkeys')
    .where('user_id', '=', user.id)
    .select(['credential_id', 'transports'])
    .execute();
  return {
    challenge: await issueChallenge(db, { browser, userId: user.id }),
    timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
    rp: { id: relyingParty.id, name: brand.name },
    user: { id: handle.toString('base64url'), name: user.email, displayName: user.name },
    pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: credential_id.toString('base64url'),
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
};
