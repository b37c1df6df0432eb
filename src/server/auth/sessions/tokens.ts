import { randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNames, HOST_PREFIX, XSRF_HEADER } from '#contract/cookies.ts';
import { DAY_MS, MINUTE_MS, MS_PER_S } from '#contract/durations.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import { isEqual, type KeyRing, keyedHash, type MacKey } from '#server/config/keys.ts';

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
const SESSION_TOKEN =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([\w-]{43})$/;

type TokenPurpose = 'access' | 'refresh';

/** Tokens of a session, which the browser gets as cookies. */
export interface SessionTokens {
  sessionId: string;
  access: string;
  refresh: string;
}

const sign = (key: MacKey, purpose: TokenPurpose, sessionId: string, generation: string): string =>
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
const sessionIdOf = (token: string | undefined): string | undefined =>
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

/** Random text for the next nonces: a draw of random bytes costs as much as five tokens. */
let randomText = '';
/** Three bytes are four characters. */
const DRAWN_BYTES = 72 * NONCE_LENGTH;

// Unique, and no secret: the MAC is what nobody can guess.
const newNonce = (): string => {
  if (randomText === '') randomText = randomBytes(DRAWN_BYTES).toString('base64url');
  const nonce = randomText.slice(0, NONCE_LENGTH);
  randomText = randomText.slice(NONCE_LENGTH);
  return nonce;
};

const signNonce = (key: MacKey, nonce: string, binding: string): string =>
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
const isXsrfToken = (keys: KeyRing, binding: string, token: string): boolean => {
  const [, nonce, signature] = XSRF_TOKEN.exec(token) ?? [];
  if (nonce === undefined || signature === undefined) return false;
  return keys.some((key) => isEqual(signature, signNonce(key, nonce, binding)));
};

/** How many values of the XSRF cookie are looked at, because each may cost a MAC. */
const XSRF_VALUES_MAX = 16;

/** Reads and writes every cookie of the site. */
export interface Cookies {
  access(request: FastifyRequest): string | undefined;
  refresh(request: FastifyRequest): string | undefined;
  ticket(request: FastifyRequest): string | undefined;
  device(request: FastifyRequest): string | undefined;
  /** The XSRF token of the header, if the cookie has it too and it is valid for the request's session. */
  xsrf(request: FastifyRequest): string | undefined;
  /** The XSRF token of the cookie that is valid for the request's session; sets a new one if none is. */
  ensureXsrf(request: FastifyRequest, reply: FastifyReply): string;
  setSession(reply: FastifyReply, tokens: SessionTokens): void;
  clearSession(reply: FastifyReply): void;
  /** Sets the readable mark of a session, if the browser sent none. */
  restoreSignedIn(request: FastifyRequest, reply: FastifyReply): void;
  /** Deletes the readable mark of a session, but no token. */
  clearSignedIn(reply: FastifyReply): void;
  setTicket(reply: FastifyReply, ticket: string): void;
  clearTicket(reply: FastifyReply): void;
  setDevice(reply: FastifyReply, value: string): void;
}

/** @param isSecure https: cookies are `Secure`, and the `HttpOnly` ones have the prefix `__Host-` */
export const createCookies = (isSecure: boolean, xsrfKeys: KeyRing): Cookies => {
  const prefix = isSecure ? HOST_PREFIX : '';
  const names = {
    access: `${prefix}${cookieNames.access}`,
    refresh: `${prefix}${cookieNames.refresh}`,
    ticket: `${prefix}${cookieNames.ticket}`,
    device: `${prefix}${cookieNames.device}`,
    xsrf: `${prefix}${cookieNames.xsrf}`,
  };
  const base: CookieSerializeOptions = { path: '/', sameSite: 'lax', secure: isSecure };
  const httpOnly = (ms: number) => ({ ...base, httpOnly: true, maxAge: ms / MS_PER_S });

  const access = (request: FastifyRequest) => request.cookies[names.access];
  const refresh = (request: FastifyRequest) => request.cookies[names.refresh];
  const bindingOf = (request: FastifyRequest) =>
    sessionIdOf(access(request)) ?? sessionIdOf(refresh(request)) ?? '';

  /**
   * The valid tokens of the XSRF cookie. Where it has no prefix, a sibling domain can add values with a
   * longer path or a wider domain. Browsers send a longer path first, and `parse` reads the first value.
   */
  const validXsrf = ({ headers: { cookie } }: FastifyRequest, binding: string): string[] =>
    cookie === undefined
      ? []
      : cookie
          .split(';')
          .map((pair) => pair.trim())
          .filter((pair) => pair.startsWith(`${names.xsrf}=`))
          .slice(-XSRF_VALUES_MAX)
          .map((pair) => pair.slice(names.xsrf.length + 1))
          .filter((token) => isXsrfToken(xsrfKeys, binding, token));

  // The token is bound to the session, so opening or ending a session replaces it. Every first visit gets one:
  // written here, because `setCookie` costs as much as the token. The other cookies follow in `onSend`.
  const xsrfAttributes = `; Path=/${isSecure ? '; Secure' : ''}; SameSite=Lax`;
  const setXsrf = (reply: FastifyReply, binding: string): string => {
    const token = makeXsrfToken(xsrfKeys, binding);
    reply
      .removeHeader('set-cookie')
      .header('set-cookie', `${names.xsrf}=${token}${xsrfAttributes}`);
    // A page of an earlier version, still open in a tab, would go on reading it.
    if (isSecure && reply.request.cookies[cookieNames.xsrf] !== undefined)
      reply.clearCookie(cookieNames.xsrf, base);
    return token;
  };

  const setSignedIn = (reply: FastifyReply): void => {
    const maxAge = REFRESH_LIFETIME_MS / MS_PER_S;
    reply.setCookie(cookieNames.signedIn, '1', { ...base, maxAge });
  };

  return {
    access,
    refresh,
    ticket: (request) => request.cookies[names.ticket],
    device: (request) => request.cookies[names.device],
    xsrf: (request) =>
      validXsrf(request, bindingOf(request)).find(
        (token) => token === request.headers[XSRF_HEADER],
      ),
    // The last one is of the shortest path, so every page reads it and every call sends it.
    ensureXsrf: (request, reply) =>
      validXsrf(request, bindingOf(request)).at(-1) ?? setXsrf(reply, bindingOf(request)),
    setSession(reply, tokens) {
      reply.setCookie(names.access, tokens.access, httpOnly(ACCESS_LIFETIME_MS));
      reply.setCookie(names.refresh, tokens.refresh, httpOnly(REFRESH_LIFETIME_MS));
      setSignedIn(reply);
      // A refresh keeps the token: a call that another tab is sending has it in its header.
      if (validXsrf(reply.request, tokens.sessionId).length === 0) setXsrf(reply, tokens.sessionId);
    },
    clearSession(reply) {
      reply.clearCookie(names.access, { ...base, httpOnly: true });
      reply.clearCookie(names.refresh, { ...base, httpOnly: true });
      reply.clearCookie(cookieNames.signedIn, base);
      setXsrf(reply, '');
    },
    restoreSignedIn(request, reply) {
      if (request.cookies[cookieNames.signedIn] === undefined) setSignedIn(reply);
    },
    clearSignedIn: (reply) => {
      reply.clearCookie(cookieNames.signedIn, base);
    },
    setTicket: (reply, ticket) => {
      reply.setCookie(names.ticket, ticket, httpOnly(TICKET_LIFETIME_MS));
    },
    clearTicket: (reply) => {
      reply.clearCookie(names.ticket, { ...base, httpOnly: true });
    },
    setDevice: (reply, value) => {
      reply.setCookie(names.device, value, httpOnly(DEVICE_LIFETIME_MS));
    },
  };
};
