import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNames } from '#contract/cookies.ts';
import {
  ACCESS_LIFETIME_MS,
  DEVICE_LIFETIME_MS,
  REFRESH_LIFETIME_MS,
  TICKET_LIFETIME_MS,
} from '#contract/limits.ts';
import { type SessionTokens, sessionIdOf } from '../sessions/tokens.ts';
import { isXsrfToken, makeXsrfToken } from './xsrf-token.ts';

const MS_PER_S = 1000;

/** Every cookie of the site, read and written here alone. */
export interface Cookies {
  access(request: FastifyRequest): string | undefined;
  refresh(request: FastifyRequest): string | undefined;
  ticket(request: FastifyRequest): string | undefined;
  device(request: FastifyRequest): string | undefined;
  /** The XSRF value that came along, if it holds for the session that came along. */
  xsrf(request: FastifyRequest): string | undefined;
  /** Sets a fresh XSRF value for the session of the request, and answers it. */
  renewXsrf(request: FastifyRequest, reply: FastifyReply): string;
  setSession(reply: FastifyReply, tokens: SessionTokens): void;
  clearSession(reply: FastifyReply): void;
  setTicket(reply: FastifyReply, ticket: string): void;
  clearTicket(reply: FastifyReply): void;
  setDevice(reply: FastifyReply, value: string): void;
}

/** @param isSecure on https: cookies are Secure, and the http-only ones carry `__Host-` */
export const createCookies = (isSecure: boolean, xsrfKey: Buffer): Cookies => {
  const prefix = isSecure ? '__Host-' : '';
  const names = {
    access: `${prefix}${cookieNames.access}`,
    refresh: `${prefix}${cookieNames.refresh}`,
    ticket: `${prefix}${cookieNames.ticket}`,
    device: `${prefix}${cookieNames.device}`,
  };
  const base: CookieSerializeOptions = { path: '/', sameSite: 'lax', secure: isSecure };
  const hidden = (ms: number) => ({ ...base, httpOnly: true, maxAge: ms / MS_PER_S });

  const access = (request: FastifyRequest) => request.cookies[names.access];
  const refresh = (request: FastifyRequest) => request.cookies[names.refresh];
  const bindingOf = (request: FastifyRequest) =>
    sessionIdOf(access(request)) ?? sessionIdOf(refresh(request)) ?? '';

  // The value is bound to the session: whatever opens or closes one renews it.
  const setXsrf = (reply: FastifyReply, binding: string): string => {
    const token = makeXsrfToken(xsrfKey, binding);
    reply.setCookie(cookieNames.xsrf, token, base);
    return token;
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
      reply.setCookie(names.access, tokens.access, hidden(ACCESS_LIFETIME_MS));
      reply.setCookie(names.refresh, tokens.refresh, hidden(REFRESH_LIFETIME_MS));
      reply.setCookie(cookieNames.signedIn, '1', {
        ...base,
        maxAge: REFRESH_LIFETIME_MS / MS_PER_S,
      });
      setXsrf(reply, tokens.sessionId);
    },
    clearSession(reply) {
      reply.clearCookie(names.access, { ...base, httpOnly: true });
      reply.clearCookie(names.refresh, { ...base, httpOnly: true });
      reply.clearCookie(cookieNames.signedIn, base);
      setXsrf(reply, '');
    },
    setTicket: (reply, ticket) => {
      reply.setCookie(names.ticket, ticket, hidden(TICKET_LIFETIME_MS));
    },
    clearTicket: (reply) => {
      reply.clearCookie(names.ticket, { ...base, httpOnly: true });
    },
    setDevice: (reply, value) => {
      reply.setCookie(names.device, value, hidden(DEVICE_LIFETIME_MS));
    },
  };
};
