import type { FastifyReply, FastifyRequest } from 'fastify';
import { findOverview } from '../accounts/find-overview.ts';
import { clientNetwork } from '../http/client-network.ts';
import { applicationPage } from '../pages/application-page.ts';
import { LOG_OUT_SCRIPT, LOG_OUT_SCRIPT_PATH } from '../pages/log-out-script.ts';
import { STYLE, STYLE_PATH } from '../pages/style.ts';
import { findSession } from '../sessions/find-session.ts';
import { renewSession } from '../sessions/renew-session.ts';
import type { AddRoutes } from './route.ts';

/** The page that stands in for the application area. */
export const addApplicationRoutes: AddRoutes = (app, { db, keys, cookies }) => {
  // An access token that has run out is renewed on the way: a page load can't do it by itself.
  const signedIn = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await findSession(db, keys.sessions, cookies.access(request));
    if (session) return session;
    const tokens = await renewSession(db, keys.sessions, {
      refresh: cookies.refresh(request),
      network: clientNetwork(request),
    });
    if (!tokens) return undefined;
    cookies.setSession(reply, tokens);
    return findSession(db, keys.sessions, tokens.access);
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await signedIn(request, reply);
    const overview = session && (await findOverview(db, session.user.id));
    if (!overview) {
      cookies.clearSession(reply);
      return reply.redirect('/#/login');
    }
    const [path = ''] = request.url.split('?', 1);
    return reply.type('text/html; charset=utf-8').send(applicationPage(path, overview));
  };

  app.get('/app', show);
  app.get('/app/*', show);
  app.get(STYLE_PATH, async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
  app.get(LOG_OUT_SCRIPT_PATH, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(LOG_OUT_SCRIPT),
  );
};
