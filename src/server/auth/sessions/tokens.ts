import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { DAY_MS, MINUTE_MS, MS_PER_S } from '#contract/durations.ts';
import { type KeyRing, keyedHash } from '#server/config/keys.ts';

/** Lifetime of an access token and its cookie. */
export const ACCESS_LIFETIME_MS = 15 * MINUTE_MS;
/** Lifetime of a refresh token and its cookie; each rotation restarts it. */
export const REFRESH_LIFETIME_MS = 30 * DAY_MS;
/** Age at which a session ends, however often it was renewed (OWASP ASVS 5.0, 7.3.2). */
export const SESSION_LIFETIME_MS = 90 * DAY_MS;
/** Time after a rotation in which a refresh returns the same tokens: several tabs may refresh. */
export const REFRESH_GRACE_MS = 10 * MS_PER_S;
/** Lifetime of the device cookie, which marks a browser that has logged in to an account before. */
export const DEVICE_LIFETIME_MS = 365 * DAY_MS;

/** The generation of a session that was opened and not refreshed yet. */
export const FIRST_GENERATION = 1;
const TOKEN_BYTES = 32;
const SESSION_TOKEN =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([\w-]{43})$/;

/** Whether two MACs are equal, in constant time. */
export const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

type TokenPurpose = 'access' | 'refresh';

/** Tokens of a session, which the browser gets as cookies. */
export interface SessionTokens {
  sessionId: string;
  access: string;
  refresh: string;
}

/** A random token of 256 bits, base64url. */
export const randomToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Hash of a random token for storage. Plain SHA-256 is enough for 256 random bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const sign = (key: Buffer, purpose: TokenPurpose, sessionId: string, generation: string): string =>
  keyedHash(key, purpose, sessionId, generation).toString('base64url');

/**
 * The tokens of one generation of a session, `<session id>.<generation>.<MAC>`. Deterministic, so
 * that concurrent refreshes get the same.
 */
export const sessionTokens = (
  [key]: KeyRing,
  sessionId: string,
  generation: number,
): SessionTokens => {
  const token = (purpose: TokenPurpose) =>
    `${sessionId}.${generation}.${sign(key, purpose, sessionId, String(generation))}`;
  return { sessionId, access: token('access'), refresh: token('refresh') };
};

/** The session id in a token, without verifying the MAC; undefined if malformed. */
export const sessionIdOf = (token: string | undefined): string | undefined =>
  SESSION_TOKEN.exec(token ?? '')?.[1];

/** What a token says. */
export interface TokenContent {
  sessionId: string;
  generation: number;
}

/** The content of a token; undefined if it is malformed or its MAC is invalid. */
export const readToken = (
  keys: KeyRing,
  purpose: TokenPurpose,
  token: string | undefined,
): TokenContent | undefined => {
  const [, sessionId, generation, mac] = SESSION_TOKEN.exec(token ?? '') ?? [];
  if (sessionId === undefined || generation === undefined || mac === undefined) return undefined;
  const isSigned = keys.some((key) => isEqual(mac, sign(key, purpose, sessionId, generation)));
  return isSigned ? { sessionId, generation: Number(generation) } : undefined;
};

const NONCE_LENGTH = 43;
const XSRF_TOKEN = /^([\w-]{43})\.([\w-]{43})$/;

// Unique, and no secret: the MAC is what nobody can guess. Node takes many UUIDs from one draw of random
// bytes, each of which costs as much as the rest of the token five times.
const newNonce = (): string => `${randomUUID()}${randomUUID()}`.slice(0, NONCE_LENGTH);

const signNonce = (key: Buffer, nonce: string, binding: string): string =>
  keyedHash(key, nonce, binding).toString('base64url');

/** Creates an XSRF token that is bound to a session id, or to no session (binding `''`). */
export const makeXsrfToken = ([key]: KeyRing, binding: string): string => {
  const nonce = newNonce();
  return `${nonce}.${signNonce(key, nonce, binding)}`;
};

/**
 * Whether a token has a valid MAC for this binding. A token that a sibling domain has set has none, or
 * one of another session.
 */
export const isXsrfToken = (keys: KeyRing, binding: string, token: string): boolean => {
  const [, nonce, signature] = XSRF_TOKEN.exec(token) ?? [];
  if (nonce === undefined || signature === undefined) return false;
  return keys.some((key) => isEqual(signature, signNonce(key, nonce, binding)));
};
