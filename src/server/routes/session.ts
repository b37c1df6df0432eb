import type { MessageAnswer } from '#contract/answers.ts';
import { paths } from '#contract/paths.ts';
import { schemas } from '#contract/schemas.ts';
import { clientNetwork } from '../http/client-network.ts';
import { errorBody } from '../http/error-answers.ts';
import { Refusal } from '../refusal.ts';
import { endSession } from '../sessions/end-session.ts';
import { renewSession } from '../sessions/renew-session.ts';
import { endTicket } from '../sign-ups/sign-up.ts';
import type { AddRoutes } from './route.ts';

/** Refreshing a session and logging out. */
export const addSessionRoutes: AddRoutes = (app, { db, keys, cookies }) => {
  const schema = { body: schemas.nothing };

  app.post(paths.refresh, { schema }, async (request, reply) => {
    const tokens = await renewSession(db, keys.sessions, {
      refresh: cookies.refresh(request),
      network: clientNetwork(request),
    });
    if (!tokens) {
      cookies.clearSession(reply);
      const refusal = new Refusal('unauthenticated', 'Please log in.');
      return reply.code(refusal.status).send(errorBody(refusal));
    }
    cookies.setSession(reply, tokens);
    return { message: 'refreshed' } satisfies MessageAnswer;
  });

  app.post(paths.logout, { schema }, async (request, reply) => {
    await endSession(db, keys.sessions, {
      access: cookies.access(request),
      refresh: cookies.refresh(request),
      network: clientNetwork(request),
    });
    await endTicket(db, cookies.ticket(request));
    cookies.clearSession(reply);
    cookies.clearTicket(reply);
    return { message: 'logged out' } satisfies MessageAnswer;
  });
};
