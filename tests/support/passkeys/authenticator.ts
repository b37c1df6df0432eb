import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { RequestBody, ResponseBody } from '#contract/calls/all-calls.ts';
import { ORIGIN } from '../server/test-server.ts';

/** A credential as an authenticator keeps it. */
export interface SoftwarePasskey {
  id: string;
  privateKey: KeyObject;
  /** User handle, base64url. */
  handle: string;
  /** Of the next signature; 0 for an authenticator that does not count. */
  counter: number;
}

/** How a ceremony differs from what a browser and an authenticator do. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean | string;
  /** Members of the authenticator data's flags (WebAuthn level 3, §6.1). */
  isUserPresent?: boolean;
  isUserVerified?: boolean;
  isBackedUp?: boolean;
  counter?: number;
  algorithm?: 'ES256' | 'RS256' | 'EdDSA';
  /** Replaces format and statement of the attestation. */
  attestation?: {
    format: string;
    statement: (signed: Buffer, key: KeyObject) => Map<string, unknown>;
  };
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const ATTESTED_CREDENTIAL = 0x40;

type CborMap = Parameters<typeof isoCBOR.encode>[0];

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const encode = (map: Map<unknown, unknown>): Buffer => Buffer.from(isoCBOR.encode(map as CborMap));
const bytesOf = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'));

const clientData = (
  type: string,
  asked: { challenge: string },
  { origin = ORIGIN, challenge = asked.challenge, crossOrigin = false, ...changed }: Deviation,
): Buffer =>
  Buffer.from(JSON.stringify({ type: changed.type ?? type, challenge, origin, crossOrigin }));

const authenticatorData = (
  ownId: string,
  counter: number,
  { rpId = ownId, isUserPresent = true, isUserVerified = true, isBackedUp = true }: Deviation,
  attested?: Buffer,
): Buffer => {
  const flags =
    (isUserPresent ? USER_PRESENT : 0) |
    (isUserVerified ? USER_VERIFIED : 0) |
    (isBackedUp ? BACKUP_ELIGIBLE | BACKED_UP : 0) |
    (attested ? ATTESTED_CREDENTIAL : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
};

/** Keys and their COSE form (RFC 9052, RFC 8230), by algorithm. */
const makeKey = {
  ES256: () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const cose: [number, unknown][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ];
    return { privateKey, cose };
  },
  RS256: () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n, e } = publicKey.export({ format: 'jwk' });
    const cose: [number, unknown][] = [
      [1, 3],
      [3, -257],
      [-1, bytesOf(n)],
      [-2, bytesOf(e)],
    ];
    return { privateKey, cose };
  },
  EdDSA: () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { x } = publicKey.export({ format: 'jwk' });
    const cose: [number, unknown][] = [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytesOf(x)],
    ];
    return { privateKey, cose };
  },
};

/** Makes a passkey as `navigator.credentials.create` does, on an authenticator with attestation `none`. */
export const createPasskey = (
  options: ResponseBody<'passkeyRegistrationOptions'>,
  deviation: Deviation = {},
): { passkey: SoftwarePasskey; credential: RequestBody<'registerPasskey'>['credential'] } => {
  const { counter = 0, algorithm = 'ES256', attestation } = deviation;
  const { privateKey, cose } = makeKey[algorithm]();
  const id = randomBytes(32);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const attested = Buffer.concat([Buffer.alloc(16), length, id, encode(new Map(cose))]);
  const authData = authenticatorData(options.rp.id, counter, deviation, attested);
  const data = clientData('webauthn.create', options, deviation);
  const statement = attestation?.statement(Buffer.concat([authData, sha256(data)]), privateKey);
  const attestationObject = encode(
    new Map<string, unknown>([
      ['fmt', attestation?.format ?? 'none'],
      ['attStmt', statement ?? new Map()],
      ['authData', new Uint8Array(authData)],
    ]),
  );
  const name = id.toString('base64url');
  return {
    passkey: { id: name, privateKey, handle: options.user.id, counter },
    credential: {
      id: name,
      rawId: name,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: data.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    },
  };
};

/** Signs a login as `navigator.credentials.get` does. A counting authenticator counts first. */
export const signLogin = (
  passkey: SoftwarePasskey,
  options: ResponseBody<'passkeyLoginOptions'>,
  deviation: Deviation = {},
): RequestBody<'passkeyLogin'>['credential'] => {
  if (passkey.counter > 0) passkey.counter += 1;
  const { counter = passkey.counter } = deviation;
  const authData = authenticatorData(options.rpId, counter, deviation);
  const data = clientData('webauthn.get', options, deviation);
  const signed = Buffer.concat([authData, sha256(data)]);
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: {
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
      userHandle: passkey.handle,
    },
  };
};
