import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db/types.ts';
import { Refusal } from '../refusal.ts';
import { type ActiveSession, findSession } from '../sessions/find-session.ts';
import { ticketEmail } from '../sessions/tickets.ts';
import type { Cookies } from './cookies.ts';

// Who calls is found out before the body is read, and kept beside the request.
const tickets = new WeakMap<FastifyRequest, string>();
const sessions = new WeakMap<FastifyRequest, ActiveSession>();

const ticketMissing = () =>
  new Refusal('ticket_missing', 'Please verify your e-mail address first.');
const unauthenticated = () => new Refusal('unauthenticated', 'Please log in.');

interface Parts {
  db: Kysely<Database>;
  cookies: Cookies;
}

/** A hook that lets only the holder of a live sign-up ticket through. */
export const needsTicket =
  ({ db, cookies }: Parts): onRequestAsyncHookHandler =>
  async (request) => {
    const email = await ticketEmail(db, cookies.ticket(request));
    if (email === undefined) throw ticketMissing();
    tickets.set(request, email);
  };

/** A hook that lets only those who are signed in through. */
export const needsSession =
  ({ db, cookies }: Parts): onRequestAsyncHookHandler =>
  async (request) => {
    const session = await findSession(db, cookies.access(request));
    if (!session) throw unauthenticated();
    sessions.set(request, session);
  };

/** The verified address behind `needsTicket`. */
export const verifiedEmail = (request: FastifyRequest): string => {
  const email = tickets.get(request);
  if (email === undefined) throw ticketMissing();
  return email;
};

/** The session behind `needsSession`. */
export const activeSession = (request: FastifyRequest): ActiveSession => {
  const session = sessions.get(request);
  if (!session) throw unauthenticated();
  return session;
};
