import type { FastifyRequest } from 'fastify';
import { calls } from '#contract/calls/all-calls.ts';
import { audit, auditFailure, repeat } from '#server/audit/audit.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { errorBody } from '#server/http/error-handler.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import { limitRequest } from '#server/limits/rate-limits.ts';
import { rates } from '#server/limits/rates.ts';
import type { RoutePlugin } from '#server/services.ts';
import { activeSession } from './auth-hooks.ts';
import { browserOf } from './known-devices.ts';
import { endOwnSessions, endPresentedSessions, findSessions } from './live-sessions.ts';
import { renewSession } from './refresh-session.ts';
import { revokeTicket } from './sign-up-ticket.ts';

/** Session refresh and log-out, and the live sessions of the logged-in user. */
export const sessionRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, cookies } = services;

  registerCall(app, calls.refresh, async (request, reply) => {
    const browser = browserOf(services, request);
    const tokens = await renewSession(db, keys.sessions, cookies.refresh(request), browser);
    if (!tokens) {
      // Not the tokens: another tab may have logged in since this call was sent.
      cookies.clearSignedIn(reply);
      const error = new HttpError('unauthenticated', 'Please log in.');
      return reply.code(error.status).send(errorBody(error));
    }
    cookies.setSession(reply, tokens);
    return { message: 'refreshed' };
  });

  registerCall(app, calls.logout, async (request, reply) => {
    const network = clientNetwork(request);
    const hasEnded = await endPresentedSessions(db, keys.sessions, {
      access: cookies.access(request),
      refresh: cookies.refresh(request),
      network,
    });
    await revokeTicket(db, cookies.ticket(request), network);
    // The tokens of a session that had ended before stay: see above.
    if (hasEnded) cookies.clearSession(reply);
    else cookies.clearSignedIn(reply);
    cookies.clearTicket(reply);
    return { message: 'logged out' };
  });

  registerCall(app, calls.listSessions, async (request) => {
    const { id: sessionId, user } = activeSession(request);
    const sessions = await findSessions(db, { userId: user.id, sessionId });
    return { sessions };
  });

  /** Ends one session of the user, or all others, and returns the number of ended ones. */
  const endOwn = async (request: FastifyRequest, id?: string): Promise<number> => {
    const { id: sessionId, generation, user } = activeSession(request);
    const userId = user.id;
    await limitRequest(db, request, [{ rate: rates.sessionChanges, subject: userId }]);
    const entry = { event: 'session', userId, network: clientNetwork(request) } as const;
    const ended = await endOwnSessions(db, { userId, sessionId, generation }, id);
    if (ended === undefined) {
      await auditFailure(db, { ...entry, outcome: 'rejected' });
      throw new HttpError('forbidden', 'Please log in with a code, then end your sessions.');
    }
    const [first, ...others] = repeat({ ...entry, outcome: 'revoked' }, ended);
    if (first) await audit(db, first, ...others);
    return ended;
  };

  registerCall(app, calls.endSession, async (request) => {
    if ((await endOwn(request, request.body.id)) === 0)
      throw new HttpError('not_found', 'There is no such session.', { field: 'id' });
    return { message: 'ended' };
  });

  registerCall(app, calls.endOtherSessions, async (request) => {
    await endOwn(request);
    return { message: 'ended' };
  });
};

/** The XSRF token, for pages on another origin, which cannot read the cookie. */
export const xsrfRoutes: RoutePlugin = async (app, { cookies }) => {
  registerCall(app, calls.xsrf, async (request, reply) => ({
    token: cookies.ensureXsrf(request, reply),
  }));
};
