import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** One key a purpose, so that a value made for one can never pass for another. */
export interface Keys {
  codes: Buffer;
  sessions: Buffer;
  xsrf: Buffer;
  devices: Buffer;
}

/** Derives every key from `SECRET_KEY` (RFC 5869). */
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

/** HMAC-SHA256 over parts that are kept apart by a byte none of them can hold. */
export const keyedHash = (key: Buffer, ...parts: string[]): Buffer =>
  createHmac('sha256', key).update(parts.join('\0')).digest();
