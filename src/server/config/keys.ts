import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** One key per purpose, so that a MAC for one purpose is invalid for any other. */
export interface Keys {
  codes: Buffer;
  sessions: Buffer;
  xsrf: Buffer;
  devices: Buffer;
}

/** Derives the keys from `SECRET_KEY` by HKDF (RFC 5869). */
export const createKeys = (secret: string): Keys => {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `sitara ${purpose}`, KEY_BYTES));
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
