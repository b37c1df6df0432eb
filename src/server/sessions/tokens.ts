import { createHash, randomBytes } from 'node:crypto';
import { keyedHash } from '../keys.ts';

const TOKEN_BYTES = 32;
const SESSION_TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/;

/** An opaque random value for a cookie. */
export const randomToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is stored of a token. Tokens are random, so a plain hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The first refresh token of a session: `<session id>.<random>`. */
export const firstRefreshToken = (sessionId: string): string => `${sessionId}.${randomToken()}`;

/** The session that a token says it belongs to; undefined for what can't be one of ours. */
export const sessionIdOf = (token: string | undefined): string | undefined =>
  SESSION_TOKEN.exec(token ?? '')?.[1];

const derive = (key: Buffer, purpose: string, token: string): string =>
  `${sessionIdOf(token)}.${keyedHash(key, purpose, token).toString('base64url')}`;

/** The one refresh token that follows another, the same in every tab that asks. */
export const successorOf = (key: Buffer, refreshToken: string): string =>
  derive(key, 'refresh', refreshToken);

/** The access token that goes with a refresh token. */
export const accessTokenOf = (key: Buffer, refreshToken: string): string =>
  derive(key, 'access', refreshToken);
