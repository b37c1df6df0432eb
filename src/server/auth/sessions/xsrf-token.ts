import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#server/config/keys.ts';
import { randomToken } from './tokens.ts';

const TOKEN = /^([\w-]{43})\.([\w-]{43})$/;

const sign = (key: Buffer, nonce: string, binding: string): string =>
  keyedHash(key, nonce, binding).toString('base64url');

/** Creates an XSRF token that is bound to a session id, or to no session (binding `''`). */
export const makeXsrfToken = (key: Buffer, binding: string): string => {
  const nonce = randomToken();
  return `${nonce}.${sign(key, nonce, binding)}`;
};

/**
 * Whether a token has a valid MAC for this binding. A token that a sibling domain has set has none, or
 * one of another session.
 */
export const isXsrfToken = (key: Buffer, binding: string, token: string): boolean => {
  const [, nonce, signature] = TOKEN.exec(token) ?? [];
  if (nonce === undefined || signature === undefined) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, nonce, binding)));
};
