import type { LoginAnswer } from '#contract/answers.ts';
import { canonicalEmail } from '#contract/email.ts';
import { paths } from '#contract/paths.ts';
import { type Login, schemas } from '#contract/schemas.ts';
import { auditRefusal } from '../audit.ts';
import { clientNetwork } from '../http/client-network.ts';
import { logInByCode } from '../logins/log-in-by-code.ts';
import { logInByPassword } from '../logins/log-in-by-password.ts';
import { takeNetworkTry } from '../logins/network-tries.ts';
import { Refusal } from '../refusal.ts';
import { endSession } from '../sessions/end-session.ts';
import type { AddRoutes } from './route.ts';

/** Logging in, by password or by code (spec §7; decisions, Login). */
export const addLoginRoute: AddRoutes = (app, services) => {
  const { db, cookies } = services;

  app.post<{ Body: Login }>(
    paths.login,
    { schema: { body: schemas.login } },
    async (request, reply) => {
      const { password = '', otp: code = '' } = request.body;
      const email = canonicalEmail(request.body.email);
      const network = clientNetwork(request);
      const retryAfterS = await takeNetworkTry(db, network);
      if (retryAfterS > 0) {
        await auditRefusal(db, { event: 'login', outcome: 'limited', network }, network);
        throw new Refusal('too_many_requests', 'Too many tries. Please wait a moment.', {
          retryAfterS,
        });
      }
      const { account, tokens } =
        code === ''
          ? await logInByPassword(services, { email, password, network })
          : await logInByCode(services, { email, code, network });
      // Whoever planted or left a session in this browser must not share the new one.
      const carried = { access: cookies.access(request), refresh: cookies.refresh(request) };
      await endSession(db, { ...carried, network });
      cookies.setSession(reply, tokens);
      return {
        ATSEnabled: account.isAtsEnabled,
        success: { uuid: account.id, status: account.status },
      } satisfies LoginAnswer;
    },
  );
};
