import { paths } from '#contract/paths.ts';
import type { MessageResponse } from '#contract/responses.ts';
import { schemas } from '#contract/schemas.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { errorBody } from '#server/http/error-handler.ts';
import { HttpError } from '#server/http/http-error.ts';
import type { RoutePlugin } from '#server/http/route-plugin.ts';
import { revokeTicket } from '../accounts/sign-up-ticket.ts';
import { endSession } from './end-session.ts';
import { renewSession } from './renew-session.ts';

/** Session refresh and log-out. */
export const sessionRoutes: RoutePlugin = async (app, { db, keys, cookies }) => {
  const schema = { body: schemas.nothing };

  app.post(paths.refresh, { schema }, async (request, reply) => {
    const tokens = await renewSession(db, keys.sessions, {
      refresh: cookies.refresh(request),
      network: clientNetwork(request),
    });
    if (!tokens) {
      cookies.clearSession(reply);
      const error = new HttpError('unauthenticated', 'Please log in.');
      return reply.code(error.status).send(errorBody(error));
    }
    cookies.setSession(reply, tokens);
    return { message: 'refreshed' } satisfies MessageResponse;
  });

  app.post(paths.logout, { schema }, async (request, reply) => {
    await endSession(db, keys.sessions, {
      access: cookies.access(request),
      refresh: cookies.refresh(request),
      network: clientNetwork(request),
    });
    await revokeTicket(db, cookies.ticket(request));
    cookies.clearSession(reply);
    cookies.clearTicket(reply);
    return { message: 'logged out' } satisfies MessageResponse;
  });
};
