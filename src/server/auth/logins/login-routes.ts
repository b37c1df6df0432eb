import { canonicalEmail } from '#contract/email.ts';
import { paths } from '#contract/paths.ts';
import { type Login, schemas } from '#contract/schemas.ts';
import type { RoutePlugin } from '#server/http/route-plugin.ts';
import { limitRequestByStages } from '#server/limits/limit-request.ts';
import { refundLimits } from '#server/limits/rate-limit.ts';
import { networkLimits, networkRates } from '#server/limits/rates.ts';
import { codeTryLimits } from '../codes/issue-code.ts';
import { finishLogin } from './finish-login.ts';
import { browserOf, findKnownDevice } from './known-devices.ts';
import { logInByCode } from './log-in-by-code.ts';
import { logInByPassword } from './log-in-by-password.ts';
import { passwordLimits } from './password-tries.ts';

/** Login by password or by code. */
export const loginRoutes: RoutePlugin = async (app, services) => {
  const { db } = services;

  app.post<{ Body: Login }>(
    paths.login,
    { schema: { body: schemas.login } },
    async (request, reply) => {
      const { password = '', otp: code = '' } = request.body;
      const email = canonicalEmail(request.body.email);
      const browser = browserOf(services, request);
      const { network } = browser;
      const device = await findKnownDevice(services, request, email);
      const isByCode = code !== '';
      await limitRequestByStages(db, request, [
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
            ? 'Too many attempts. Please wait, or sign in with your password.'
            : 'Too many attempts. Please wait, or sign in with a code.',
          entry: {
            event: isByCode ? 'login.code' : 'login.password',
            outcome: 'closed',
            email,
            network,
          },
        },
      ]);
      const login = isByCode
        ? await logInByCode(services, { email, code, device, browser })
        : await logInByPassword(services, { email, password, device, browser });
      // A successful attempt is refunded: the remaining attempts would otherwise reveal that a code was used.
      if (isByCode) await refundLimits(db, codeTryLimits({ email, purpose: 'login', device }));
      return finishLogin(services, request, reply, login);
    },
  );
};
