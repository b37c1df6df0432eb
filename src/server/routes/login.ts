import type { LoginAnswer } from '#contract/answers.ts';
import { canonicalEmail } from '#contract/email.ts';
import { paths } from '#contract/paths.ts';
import { type Login, schemas } from '#contract/schemas.ts';
import { codeTryLimits } from '../codes/request-code.ts';
import { clientNetwork } from '../http/client-network.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { giveBack } from '../limits/rate-limit.ts';
import { networkLimits, networkRates } from '../limits/rates.ts';
import { knownDevice, rememberDevice } from '../logins/known-devices.ts';
import { logInByCode } from '../logins/log-in-by-code.ts';
import { logInByPassword } from '../logins/log-in-by-password.ts';
import { passwordLimits } from '../logins/password-tries.ts';
import { endSession } from '../sessions/end-session.ts';
import type { AddRoutes } from './route.ts';

/** Logging in, by password or by code. */
export const addLoginRoute: AddRoutes = (app, services) => {
  const { db, keys, cookies } = services;

  app.post<{ Body: Login }>(
    paths.login,
    { schema: { body: schemas.login } },
    async (request, reply) => {
      const { password = '', otp: code = '' } = request.body;
      const email = canonicalEmail(request.body.email);
      const network = clientNetwork(request);
      const device = await knownDevice(services, request, email);
      await limitRequest(
        db,
        request,
        networkLimits(networkRates.logins, network, { email, device }),
        {
          message: 'Too many attempts. Please wait a moment.',
          entry: { event: 'login', outcome: 'limited', network },
        },
      );
      const isByCode = code !== '';
      await limitRequest(
        db,
        request,
        isByCode
          ? codeTryLimits({ email, purpose: 'login', device })
          : passwordLimits({ email, device }),
        {
          message: isByCode
            ? 'Too many attempts. Please wait, or sign in with your password.'
            : 'Too many attempts. Please wait, or sign in with a code.',
          entry: {
            event: isByCode ? 'login.code' : 'login.password',
            outcome: 'closed',
            email,
            network,
          },
        },
      );
      const { account, tokens } = isByCode
        ? await logInByCode(services, { email, code, device, network })
        : await logInByPassword(services, { email, password, device, network });
      // Else the tries that are left would tell that somebody has used a code.
      if (isByCode) await giveBack(db, codeTryLimits({ email, purpose: 'login', device }));
      // Whoever planted or left a session in this browser must not share the new one.
      const carried = { access: cookies.access(request), refresh: cookies.refresh(request) };
      await endSession(db, keys.sessions, { ...carried, network });
      cookies.setSession(reply, tokens);
      rememberDevice(services, request, reply, account);
      return {
        ATSEnabled: account.isAtsEnabled,
        success: { uuid: account.id, status: account.status },
      } satisfies LoginAnswer;
    },
  );
};
