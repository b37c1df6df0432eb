import type { FastifyReply, FastifyRequest } from 'fastify';
import { findOverview } from '#server/auth/accounts/find-overview.ts';
import { browserOf } from '#server/auth/logins/known-devices.ts';
import { findSession } from '#server/auth/sessions/find-session.ts';
import { renewSession } from '#server/auth/sessions/refresh-session.ts';
import type { RoutePlugin } from '../route-plugin.ts';
import { applicationPage } from './application-page.ts';
import { LOG_OUT_SCRIPT, LOG_OUT_SCRIPT_PATH } from './log-out-script.ts';
import { STYLE, STYLE_PATH } from './style.ts';

/** The placeholder page of the application area (`/app`). */
export const applicationRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, cookies } = services;
  // A page load cannot refresh an expired access token by itself, so the server does.
  const findOrRenewSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await findSession(db, keys.sessions, cookies.access(request));
    if (session) return session;
    const browser = browserOf(services, request);
    const tokens = await renewSession(db, keys.sessions, cookies.refresh(request), browser);
    if (!tokens) return undefined;
    cookies.setSession(reply, tokens);
    return findSession(db, keys.sessions, tokens.access);
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await findOrRenewSession(request, reply);
    const overview = session && (await findOverview(db, session.user.id));
    if (!overview) {
      // Not the tokens: another tab may have logged in since this page was requested. Its application
      // page restores the mark.
      cookies.clearSignedIn(reply);
      // The real address, which also shows the page without script.
      return reply.redirect('/login');
    }
    cookies.restoreSignedIn(request, reply);
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
