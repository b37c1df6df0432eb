import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const TOKEN_BYTES = 32;

/** A non-empty list: the first one signs, all verify. */
export type Rotated<T> = readonly [T, ...T[]];

/** The secrets of `SECRET_KEY`. */
export type Secrets = Rotated<string>;

/** The keys of one purpose, derived from the secrets of `SECRET_KEY`, in their order. */
export type KeyRing = Rotated<Buffer>;

/** One ring per purpose, so that a MAC for one purpose is invalid for any other. */
export interface Keys {
  codes: KeyRing;
  sessions: KeyRing;
  xsrf: KeyRing;
  devices: KeyRing;
}

/** What each key, or each secret, of a ring gives, in their order. */
export const mapRing = <From, To>(
  [signing, ...verifying]: Rotated<From>,
  map: (one: From) => To,
): Rotated<To> => [map(signing), ...verifying.map(map)];

/** Derives the keys from the secrets by HKDF (RFC 5869). */
export const createKeys = (secrets: Secrets): Keys => {
  const derive = (purpose: string): KeyRing =>
    mapRing(secrets, (secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', `sitara ${purpose}`, KEY_BYTES)),
    );
  return {
    codes: derive('codes'),
    sessions: derive('sessions'),
    xsrf: derive('xsrf'),
    devices: derive('devices'),
  };
};

/** HMAC-SHA256 over the parts, separated by a NUL byte, which no part contains. */
export const keyedHash = (key: Buffer, ...parts: string[]): Buffer =>
  createHmac('sha256', key).update(parts.join('\0')).digest();

/** Whether two MACs are equal, in constant time. */
export const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** A random token of 256 bits, base64url. */
export const randomToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Hash of a random token for storage. Plain SHA-256 is enough for 256 random bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
