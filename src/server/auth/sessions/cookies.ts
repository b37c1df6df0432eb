import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNames } from '#contract/cookies.ts';
import { ACCESS_LIFETIME_MS, DEVICE_LIFETIME_MS, REFRESH_LIFETIME_MS } from '#contract/session.ts';
import { TICKET_LIFETIME_MS } from '#contract/ticket.ts';
import { type SessionTokens, sessionIdOf } from './tokens.ts';
import { isXsrfToken, makeXsrfToken } from './xsrf-token.ts';

const MS_PER_S = 1000;

/** Reads and writes every cookie of the site. */
export interface Cookies {
  access(request: FastifyRequest): string | undefined;
  refresh(request: FastifyRequest): string | undefined;
  ticket(request: FastifyRequest): string | undefined;
  device(request: FastifyRequest): string | undefined;
  /** The XSRF token of the request's cookie, if it is valid for the request's session. */
  xsrf(request: FastifyRequest): string | undefined;
  /** Sets a new XSRF token for the session of the request, and returns it. */
  renewXsrf(request: FastifyRequest, reply: FastifyReply): string;
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
export const createCookies = (isSecure: boolean, xsrfKey: Buffer): Cookies => {
  const prefix = isSecure ? '__Host-' : '';
  const names = {
    access: `${prefix}${cookieNames.access}`,
    refresh: `${prefix}${cookieNames.refresh}`,
    ticket: `${prefix}${cookieNames.ticket}`,
    device: `${prefix}${cookieNames.device}`,
  };
  const base: CookieSerializeOptions = { path: '/', sameSite: 'lax', secure: isSecure };
  const httpOnly = (ms: number) => ({ ...base, httpOnly: true, maxAge: ms / MS_PER_S });

  const access = (request: FastifyRequest) => request.cookies[names.access];
  const refresh = (request: FastifyRequest) => request.cookies[names.refresh];
  const bindingOf = (request: FastifyRequest) =>
    sessionIdOf(access(request)) ?? sessionIdOf(refresh(request)) ?? '';

  // The token is bound to the session, so opening or ending a session replaces it.
  const setXsrf = (reply: FastifyReply, binding: string): string => {
    const token = makeXsrfToken(xsrfKey, binding);
    reply.setCookie(cookieNames.xsrf, token, base);
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
    xsrf(request) {
      const token = request.cookies[cookieNames.xsrf];
      return isXsrfToken(xsrfKey, bindingOf(request), token) ? token : undefined;
    },
    renewXsrf: (request, reply) => setXsrf(reply, bindingOf(request)),
    setSession(reply, tokens) {
      reply.setCookie(names.access, tokens.access, httpOnly(ACCESS_LIFETIME_MS));
      reply.setCookie(names.refresh, tokens.refresh, httpOnly(REFRESH_LIFETIME_MS));
      setSignedIn(reply);
      // A refresh keeps the token: a call that another tab is sending has it in its header.
      const token = reply.request.cookies[cookieNames.xsrf];
      if (!isXsrfToken(xsrfKey, tokens.sessionId, token)) setXsrf(reply, tokens.sessionId);
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
