import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../keys.ts';

const TOKEN_BYTES = 32;
const SESSION_TOKEN =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([\w-]{43})$/;

type TokenPurpose = 'access' | 'refresh';

/** What a browser gets of a session. */
export interface SessionTokens {
  sessionId: string;
  access: string;
  refresh: string;
}

/** An opaque random value for a cookie. */
export const randomToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is stored of a random token: a plain hash is enough for 256 random bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const sign = (key: Buffer, purpose: TokenPurpose, sessionId: string, generation: string): string =>
  keyedHash(key, purpose, sessionId, generation).toString('base64url');

/** The tokens of a session's generation, `<session id>.<generation>.<MAC>`: the same for every tab that asks. */
export const sessionTokens = (
  key: Buffer,
  sessionId: string,
  generation: number,
): SessionTokens => {
  const token = (purpose: TokenPurpose) =>
    `${sessionId}.${generation}.${sign(key, purpose, sessionId, String(generation))}`;
  return { sessionId, access: token('access'), refresh: token('refresh') };
};

/** The session that a token says it belongs to, unproved; undefined for what can't be one of ours. */
export const sessionIdOf = (token: string | undefined): string | undefined =>
  SESSION_TOKEN.exec(token ?? '')?.[1];

/** What a token of ours says; undefined for every other text. */
export const readToken = (
  key: Buffer,
  purpose: TokenPurpose,
  token: string | undefined,
): { sessionId: string; generation: number } | undefined => {
  const [, sessionId, generation, mac] = SESSION_TOKEN.exec(token ?? '') ?? [];
  if (sessionId === undefined || generation === undefined || mac === undefined) return undefined;
  const expected = sign(key, purpose, sessionId, generation);
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected))
    ? { sessionId, generation: Number(generation) }
    : undefined;
};
