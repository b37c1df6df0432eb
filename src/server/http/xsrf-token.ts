import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../keys.ts';
import { randomToken } from '../sessions/tokens.ts';

const TOKEN = /^([\w-]{43})\.([\w-]{43})$/;

const sign = (key: Buffer, nonce: string, binding: string): string =>
  keyedHash(key, nonce, binding).toString('base64url');

/** A value for cookie and header that holds for one session, or (binding `''`) for none. */
export const makeXsrfToken = (key: Buffer, binding: string): string => {
  const nonce = randomToken();
  return `${nonce}.${sign(key, nonce, binding)}`;
};

/**
 * Whether we made a value for this binding. A value planted from a neighbouring host is none of
 * ours, or another session's.
 */
export const isXsrfToken = (key: Buffer, binding: string, token: string | undefined): boolean => {
  const [, nonce, signature] = TOKEN.exec(token ?? '') ?? [];
  if (nonce === undefined || signature === undefined) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, nonce, binding)));
};
