import { calls } from '#contract/calls/all-calls.ts';
import { isCode } from '#contract/code.ts';
import { canonicalEmail, isEmail } from '#contract/email.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import { type LimitStage, limitRequestByStages } from '#server/limits/rate-limits.ts';
import { networkLimits, networkRates } from '#server/limits/rates.ts';
import type { RoutePlugin } from '../services.ts';
import { codeNetworkStage, codeTryLimits, requestCode } from './codes/request-code.ts';
import { signUpCodeRoutes } from './codes/sign-up-codes.ts';
import { browserLinkRoutes } from './logins/browser-link.ts';
import {
  finishLogin,
  type Login,
  logInByCode,
  logInByPassword,
  loginCodeInvalid,
  passwordLimits,
} from './logins/log-in.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { browserOf, findKnownDevice } from './sessions/browsers.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { userRoutes } from './users/user-routes.ts';

/** Login by password or by code, and requests for such codes. */
const loginRoutes: RoutePlugin = async (app, services) => {
  const { db } = services;

  registerCall(app, calls.login, async (request, reply) => {
    const { password = '', otp: code = '' } = request.body;
    const isByCode = code !== '';
    if (isByCode && !isCode(code)) throw loginCodeInvalid();
    const email = canonicalEmail(request.body.email);
    const browser = browserOf(services, request);
    const { network } = browser;
    const known = await findKnownDevice(services, request, email);
    const { device } = known;
    const stages: LimitStage[] = [
      {
        limits: networkLimits(networkRates.logins, network, { email, device }),
        message: 'Too many attempts. Please wait a moment.',
        entry: { event: 'login', outcome: 'limited', network },
      },
      {
        limits: isByCode
          ? codeTryLimits({ email, purpose: 'login', device })
          : passwordLimits({ email, device }),
        message: isByCode
          ? 'Too many attempts. Please wait, or log in with your password.'
          : 'Too many attempts. Please wait, or log in with a code.',
        entry: {
          event: isByCode ? 'login.code' : 'login.password',
          outcome: 'closed',
          email,
          network,
        },
      },
    ];
    const logIn = async (): Promise<Login> => {
      if (isByCode)
        return logInByCode(services, { email, code, known, browser }, (judgement) =>
          limitRequestByStages(db, request, stages, judgement),
        );
      await limitRequestByStages(db, request, stages);
      return logInByPassword(services, { email, password, known, browser });
    };
    return finishLogin(services, request, reply, await logIn());
  });

  // Only the mail worker checks whether the address has an account, after the response, so that accounts cannot
  // be enumerated.
  registerCall(app, calls.sendLoginCode, async (request) => {
    const email = canonicalEmail(request.params.email);
    if (!isEmail(request.params.email))
      throw new HttpError('email_invalid', 'Please use a valid email address.', { field: 'email' });
    const { device } = await findKnownDevice(services, request, email);
    const codeRequest = { email, purpose: 'login', device } as const;
    return requestCode(services, request, codeRequest, [codeNetworkStage(request, codeRequest)]);
  });
};

/** Sign-up codes, users, passwords, login and sessions. */
export const authRoutes: RoutePlugin = async (app, services) => {
  for (const routes of [
    signUpCodeRoutes,
    userRoutes,
    loginRoutes,
    browserLinkRoutes,
    passkeyRoutes,
    sessionRoutes,
  ])
    await app.register(routes, services);
};
