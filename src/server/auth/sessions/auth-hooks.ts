import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Kysely } from 'kysely';
import type { Keys } from '#server/config/keys.ts';
import type { Database } from '#server/database/types.ts';
import { HttpError } from '#server/http/http-error.ts';
import type { Cookies } from './cookies.ts';
import { type ActiveSession, findSession } from './live-sessions.ts';
import { findSignUp, ticketMissing } from './sign-up-ticket.ts';

// Set by the onRequest hooks below, before the body is read.
const tickets = new WeakMap<FastifyRequest, VerifiedTicket>();
const sessions = new WeakMap<FastifyRequest, ActiveSession>();

export const unauthenticated = () => new HttpError('unauthenticated', 'Please log in.');

interface Parts {
  db: Kysely<Database>;
  keys: Keys;
  cookies: Cookies;
}

/** The current ticket of a sign-up, and its verified email address. */
interface VerifiedTicket {
  ticket: string;
  email: string;
}

/** An onRequest hook that requires a valid sign-up ticket. */
export const requireSignUpTicket =
  ({ db, cookies }: Parts): onRequestAsyncHookHandler =>
  async (request) => {
    const ticket = cookies.ticket(request);
    const signUp = await findSignUp(db, ticket);
    if (ticket === undefined || !signUp) throw ticketMissing();
    tickets.set(request, { ticket, email: signUp.email });
  };

/** An onRequest hook that requires a live session. */
export const requireSession =
  ({ db, keys, cookies }: Parts): onRequestAsyncHookHandler =>
  async (request, reply) => {
    const mayBeReplaced = request.routeOptions.config.call?.isRepeatable === true;
    const session = await findSession(db, keys.sessions, cookies.access(request), mayBeReplaced);
    if (!session) throw unauthenticated();
    cookies.restoreSignedIn(request, reply);
    sessions.set(request, session);
  };

/** The ticket of a request that passed `requireSignUpTicket`. */
export const verifiedTicket = (request: FastifyRequest): VerifiedTicket => {
  const verified = tickets.get(request);
  if (!verified) throw ticketMissing();
  return verified;
};

/** The session of a request that passed `requireSession`. */
export const activeSession = (request: FastifyRequest): ActiveSession => {
  const session = sessions.get(request);
  if (!session) throw unauthenticated();
  return session;
};
