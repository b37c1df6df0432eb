import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db/types.ts';
import type { Keys } from '../keys.ts';
import { Refusal } from '../refusal.ts';
import { type ActiveSession, findSession } from '../sessions/find-session.ts';
import { findSignUp, ticketMissing } from '../sign-ups/sign-up.ts';
import type { Cookies } from './cookies.ts';

// Who calls is found out before the body is read, and kept beside the request.
const tickets = new WeakMap<FastifyRequest, VerifiedTicket>();
const sessions = new WeakMap<FastifyRequest, ActiveSession>();

export const unauthenticated = () => new Refusal('unauthenticated', 'Please log in.');

interface Parts {
  db: Kysely<Database>;
  keys: Keys;
  cookies: Cookies;
}

/** The present ticket of a sign-up, and the address it stands for. */
interface VerifiedTicket {
  ticket: string;
  email: string;
}

/** A hook that lets only the holder of a live sign-up ticket through. */
export const needsTicket =
  ({ db, cookies }: Parts): onRequestAsyncHookHandler =>
  async (request) => {
    const ticket = cookies.ticket(request);
    const signUp = await findSignUp(db, ticket);
    if (ticket === undefined || !signUp) throw ticketMissing();
    tickets.set(request, { ticket, email: signUp.email });
  };

/** A hook that lets only those who are signed in through. */
export const needsSession =
  ({ db, keys, cookies }: Parts): onRequestAsyncHookHandler =>
  async (request) => {
    const session = await findSession(db, keys.sessions, cookies.access(request));
    if (!session) throw unauthenticated();
    sessions.set(request, session);
  };

/** The ticket behind `needsTicket`. */
export const verifiedTicket = (request: FastifyRequest): VerifiedTicket => {
  const verified = tickets.get(request);
  if (!verified) throw ticketMissing();
  return verified;
};

/** The session behind `needsSession`. */
export const activeSession = (request: FastifyRequest): ActiveSession => {
  const session = sessions.get(request);
  if (!session) throw unauthenticated();
  return session;
};
